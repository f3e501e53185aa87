import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { type Toast, type ToastProps, timeOf, useToasts } from "./show-toast";

/** More wait until one has gone, so that none is lost and no pressed button moves away. */
const MOST_SHOWN = 3;

/** Milliseconds after which a new live region is known to screen readers: they read only what is put into it then. */
const UNTIL_KNOWN = 100;

const TOAST_SIGNS: Readonly<Record<Toast["kind"], string>> = {
  success: "M4 13l5 5L20 6",
  warn: "M12 3L2 21h20zM12 10v5M12 18v.5",
  error: "M5 5l14 14M19 5L5 19",
};

interface Props {
  /** The toast that came with the page. */
  fromPage: Toast | undefined;
}

/**
 * Toasts, the newest last, above the page's content: on a phone whatever lies over a page lies over its button to pay. One that came
 * with the page is there from the first paint; where scripts do not run it stays.
 */
export function ToastRegion({ fromPage }: Props) {
  const { toasts, close } = useToasts(fromPage);
  const Controls = useControls(toasts.length > 0);
  if (toasts.length === 0) return null;
  return (
    <div className="toasts">
      {toasts.slice(0, MOST_SHOWN).map((toast) => (
        <ToastBox key={toast.text} toast={toast} isPainted={toast === fromPage}>
          {Controls !== undefined && <Controls toast={toast} close={close} />}
        </ToastBox>
      ))}
    </div>
  );
}

/** One toast; `children`: what scripts add to it. `isPainted`: its text has been on the screen before scripts ran. */
function ToastBox({ toast, isPainted, children }: { toast: Toast; isPainted: boolean; children: ReactNode }) {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setKnown, UNTIL_KNOWN, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`toast toast-${toast.kind}`}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={TOAST_SIGNS[toast.kind]} />
      </svg>
      <p role={toast.kind === "error" ? "alert" : "status"}>
        {/* With the new key a text that was painted is put in again. */}
        {(isKnown || isPainted) && <span key={String(isKnown)}>{toast.text}</span>}
      </p>
      {children}
    </div>
  );
}

/** What scripts add to a toast, loaded with the first one. */
function useControls(isNeeded: boolean): ComponentType<ToastProps> | undefined {
  const [loaded, setLoaded] = useState<{ ToastControls: ComponentType<ToastProps> }>();
  useEffect(() => {
    if (isNeeded) import("./toast-controls").then(setLoaded, () => setLoaded({ ToastControls: EndOnly }));
  }, [isNeeded]);
  return loaded?.ToastControls;
}

/** Stands in where the controls cannot be loaded: the toast goes after its time all the same. */
function EndOnly({ toast, close }: ToastProps): null {
  useEffect(() => {
    const timer = setTimeout(close, timeOf(toast), toast.text);
    return () => clearTimeout(timer);
  }, [toast, close]);
  return null;
}
