import { type ComponentType, useEffect, useState } from "react";
import type { DialogProps } from "./dialog";

/** The dialog component, loaded on demand because few pages need it. Undefined in browsers without `<dialog>`. */
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
