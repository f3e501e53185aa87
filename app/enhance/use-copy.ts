import { useEffect, useState } from "react";
import { showToast } from "./toasts/show-toast";

/**
 * Copies text to the clipboard; a toast then says `said`. `canCopy` is false where scripts cannot do that: then show no
 * button.
 */
export function useCopy() {
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCanCopy("clipboard" in navigator), []);

  const copy = (text: string, said: string) => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
        showToast({ kind: "success", text: said });
      },
      () => setCanCopy(false),
    );
  };
  return { copy, isCopied, canCopy };
}
