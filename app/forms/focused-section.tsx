import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  className: string;
  role: "alert" | "group";
  /** The id of what names it, among the children. */
  titleId: string;
  hasFocus?: boolean;
  children: ReactNode;
}

/**
 * The part of a page that is to be seen first after a form came back: it gets the focus; of several the first does. The
 * attribute works without scripts, the effect in browsers that know the attribute of fields only.
 */
export function FocusedSection({ className, role, titleId, hasFocus = true, children }: Props) {
  const ref = useFocusOnce<HTMLElement>(hasFocus);
  return (
    <section ref={ref} className={className} role={role} aria-labelledby={titleId} {...(hasFocus && FOCUS)}>
      {children}
    </section>
  );
}

/** For the one element that is to have the focus when the page comes. */
export function useFocusOnce<Of extends HTMLElement>(hasFocus: boolean) {
  const ref = useRef<Of>(null);
  useEffect(() => {
    // Not from where the visitor is already, nor from where the address leads.
    const isFree = document.activeElement === document.body && window.location.hash === "";
    if (hasFocus && isFree) ref.current?.focus();
  }, [hasFocus]);
  return ref;
}

export const WITH_FOCUS = { autoFocus: true } as const;
/** Of what is no field. */
export const FOCUS = { tabIndex: -1, ...WITH_FOCUS } as const;
