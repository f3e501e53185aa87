import { useEffect, useState } from "react";

/** Prints the page; undefined until scripts run, and where the browser (an app's own, say) cannot print. */
export function usePrint(): (() => void) | undefined {
  const [canPrint, setCanPrint] = useState(false);
  useEffect(() => setCanPrint(typeof window.print === "function"), []);
  return canPrint ? () => window.print() : undefined;
}
