import { createContext, useContext } from "react";
import type { Messages } from "~/i18n/translator-settings";

/** The ids of the two data blocks in a page with scripts: JSON that no browser runs. */
export const BLOCKS = { state: "page-state", messages: "messages" } as const;

/** What a document is made from, beside its routes' data: in the browser it is read back from the document's blocks. */
interface PageData {
  messages: Messages;
  /** The id of the document's request; only on the server, where the host gives one. */
  requestId?: string;
  /** Only on the server: what the document's scripts will need. */
  sent?: Sent;
}

interface Sent {
  /** The text of each data block, safe inside a script element. */
  blocks: Readonly<Record<keyof typeof BLOCKS, string>>;
  /** The address of the script that starts the page. */
  entry: string;
  /** In development, Vite's: the address of the module that has to run before any other. */
  runFirst?: string;
}

const PageDataContext = createContext<PageData>({ messages: {} });

export const PageDataProvider = PageDataContext.Provider;
export const usePageData = (): PageData => useContext(PageDataContext);
