import { useCallback, useEffect, useState } from "react";

/** A short message that goes away by itself. */
export interface Toast {
  kind: "success" | "warn" | "error";
  /** Translated; two toasts with the same text are one. */
  text: string;
  /** How long it is shown, in milliseconds, if not for 6 s. */
  ms?: number;
}

export interface ToastProps {
  toast: Toast;
  close: (text: string) => void;
}

/** How long a toast is shown, in milliseconds. */
export const timeOf = ({ ms = 6_000 }: Toast): number => ms;

type Show = (toast: Toast) => void;
const nowhere: Show = () => {};
let show = nowhere;

/** Shows a toast, from anywhere in the browser. Where one with this text is shown already, its time starts anew. */
export const showToast: Show = (toast) => show(toast);

/**
 * The toasts that have not gone yet, oldest first, for the one place that shows them. `close` removes the one with a text.
 * @param fromPage the one that came with the page; each new object is shown once
 */
export function useToasts(fromPage: Toast | undefined) {
  const [toasts, setToasts] = useState<readonly Toast[]>(fromPage === undefined ? [] : [fromPage]);
  const close = useCallback((text: string) => setToasts((all) => without(text, all)), []);
  useEffect(() => {
    show = (toast) => setToasts((all) => [...without(toast.text, all), toast]);
    return () => {
      show = nowhere;
    };
  }, []);
  useEffect(() => {
    if (fromPage !== undefined) show(fromPage);
  }, [fromPage]);
  return { toasts, close };
}

const without = (text: string, toasts: readonly Toast[]) => toasts.filter((toast) => toast.text !== text);
