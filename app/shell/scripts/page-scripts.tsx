import { BLOCKS, usePageData } from "./page-data";

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
