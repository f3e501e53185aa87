import { type FormEvent, useEffect, useRef, useState } from "react";

/**
 * Lets a form be sent once: further clicks do nothing until the answer arrives. Without scripts its idempotency key
 * prevents a second purchase. A page restored from the back/forward cache can be sent again.
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
