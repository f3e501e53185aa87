import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  className: string;
  role: "alert" | "group";
  /** The id of what names it, among the children. */
  titleId: string;
  children: ReactNode;
}

/**
 * The part of a page that is to be seen first after a form came back: it gets the focus; of several the first does. The
 * attribute works without scripts, the effect in browsers that know the attribute of fields only.
 */
export function FocusedSection({ className, role, titleId, children }: Props) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    // Not from where the visitor is already, nor from where the address leads.
    const isFree = document.activeElement === document.body && window.location.hash === "";
    if (isFree) ref.current?.focus();
  }, []);
  return (
    <section ref={ref} className={className} role={role} aria-labelledby={titleId} {...FOCUS}>
      {children}
    </section>
  );
}

const FOCUS = { tabIndex: -1, autoFocus: true } as const;
