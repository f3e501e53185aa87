import { useEffect, useState } from "react";

/** Copies text to the clipboard. `canCopy` is false where scripts cannot do that: then show no button. */
export function useCopy() {
  const [canCopy, setCanCopy] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCanCopy("clipboard" in navigator), []);

  const copy = (text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCanCopy(false),
    );
  };
  return { copy, isCopied, canCopy };
}
