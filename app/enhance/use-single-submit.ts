import { type FormEvent, useEffect, useRef, useState } from "react";

/**
 * Lets a form be sent once: further clicks while the answer is on its way do nothing. Without script the idempotency key
 * in the form does the same. A page that comes back from the browser's cache can send again.
 */
export function useSingleSubmit() {
  const [isSending, setSending] = useState(false);
  const wasSent = useRef(false);

  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      wasSent.current = false;
      setSending(false);
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);

  const onSubmit = (event: FormEvent) => {
    if (wasSent.current) event.preventDefault();
    wasSent.current = true;
    setSending(true);
  };
  return { isSending, onSubmit };
}
