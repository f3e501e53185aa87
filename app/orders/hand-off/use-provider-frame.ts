import { useEffect, useState } from "react";
import type { ProviderFrame } from "./provider-frame";

/**
 * Opens a provider's frame in the page, in the element of class `provider-frame`. If its script does not load in time,
 * `leave` is called, which takes the buyer to the provider's page. `title` is what a frame without one is called.
 * Returns whether the frame is open.
 */
export function useProviderFrame(frame: ProviderFrame | undefined, leave: () => void, title: string): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (frame === undefined) return;
    let isGone = false;
    const unlessGone = (next: () => void) => () => {
      if (!isGone) next();
    };
    import("./provider-frame")
      .then(({ openProviderFrame }) => openProviderFrame(frame, title))
      .then(
        unlessGone(() => setOpen(true)),
        unlessGone(leave),
      );
    return () => {
      isGone = true;
    };
  }, [frame, leave, title]);
  return isOpen;
}
