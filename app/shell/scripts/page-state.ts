import { BLOCKS } from "./page-data";

/** What Remix needs in the browser to take over a document. */
export interface PageState {
  context: typeof window.__remixContext;
  /** Of the page's own routes only: every other page is loaded as a document. */
  manifest: typeof window.__remixManifest;
}

/** The content of one of the document's data blocks. @throws where it is not there or cut off */
export function readBlock(name: keyof typeof BLOCKS) {
  return JSON.parse(document.getElementById(BLOCKS[name])?.textContent ?? "");
}
