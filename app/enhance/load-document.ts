import { safeAddress } from "~/paths";

interface LoadOptions {
  /** The address may be another site's. */
  mayLeave?: boolean;
  /** Takes the place of the current page in the history. */
  isReplacing?: boolean;
}

/** Loads an address in place of this page; no other file does that by script. @throws where safeAddress refuses it */
export function loadDocument(address: string, { mayLeave = false, isReplacing = false }: LoadOptions = {}): void {
  const safe = safeAddress(address, { mayLeave });
  if (isReplacing) window.location.replace(safe);
  else window.location.assign(safe);
}
