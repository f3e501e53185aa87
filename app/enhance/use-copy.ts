import { useEffect, useState } from "react";

/** Copies a text where the browser lets scripts do that; without it there is nothing to press. */
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
