import { type ComponentType, useEffect, useState } from "react";
import type { DialogProps } from "./dialog";

/** The dialog, once it is there: few pages ask for one, so none carries it. Browsers without `<dialog>` stay without. */
export function useDialogModule(): ComponentType<DialogProps> | undefined {
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<DialogProps> }>();
  useEffect(() => {
    let isGone = false;
    if (typeof HTMLDialogElement === "function") {
      import("./dialog").then(
        (module) => isGone || setLoaded(module),
        () => {},
      );
    }
    return () => {
      isGone = true;
    };
  }, []);
  return loaded?.Dialog;
}
