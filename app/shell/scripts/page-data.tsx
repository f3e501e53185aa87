import { createContext, useContext } from "react";
import type { Messages } from "~/i18n/translator-settings";

/** The ids of the two data blocks in a page with scripts: JSON that no browser runs. */
const BLOCKS = { state: "page-state", messages: "messages" } as const;

/** What a document is made from, beside its routes' data: in the browser it is read back from the document's blocks. */
interface PageData {
  messages: Messages;
  /** The id of the document's request; only on the server, where the host gives one. */
  requestId?: string;
  /** Only on the server: what the document's scripts will need. */
  sent?: PageScriptData;
}

interface PageScriptData {
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

/** What Remix needs in the browser to take over a document. */
export interface PageState {
  context: Omit<typeof window.__remixContext, "future">;
  /** The ids of the page's own routes, the outermost first: every other page is loaded as a document. */
  routes: readonly string[];
  /** In development only, of the same routes. */
  manifest?: typeof window.__remixManifest;
}

/** The content of one of the document's data blocks. @throws where it is not there or cut off */
export function readBlock(name: keyof typeof BLOCKS) {
  return JSON.parse(document.getElementById(BLOCKS[name])?.textContent ?? "");
}

/** What the page shows is there without scripts, so they come after its pictures. React does not know the attribute. */
const LATE = { fetchpriority: "low" };

/**
 * At the end of a page: the data that its scripts need, in blocks that no browser runs, and the one script that starts the page.
 * In the browser the elements are left as they are.
 */
export function PageScripts() {
  const { sent } = usePageData();
  return (
    <>
      <DataBlock id={BLOCKS.state} json={sent?.blocks.state} />
      <DataBlock id={BLOCKS.messages} json={sent?.blocks.messages} />
      {sent?.runFirst !== undefined && <script type="module" src={sent.runFirst} />}
      <script type="module" src={sent?.entry} async={sent?.runFirst === undefined} {...LATE} suppressHydrationWarning />
    </>
  );
}

const DataBlock = ({ id, json = "" }: { id: string; json: string | undefined }) => (
  <script type="application/json" id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
);
