import { usePrint } from "~/enhance/use-print";
import { FactList } from "~/shell/panels/fact-list";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { DeclaredView } from "./declared-view.server";

/** What was declared, when, and that it counts: a page to print or to save. */
export function DeclaredPanel({ view }: { view: DeclaredView }) {
  const { title, declared, facts, next, mailed } = view;
  return (
    <StatusPanel tone="success" title={title}>
      <p>{declared}</p>
      <FactList facts={facts} />
      <p>{next}</p>
      {mailed !== undefined && <p>{mailed}</p>}
      <Print {...view} />
    </StatusPanel>
  );
}

/** The button needs a script and a browser that prints; the hint is for all others. */
function Print({ print, printHint }: Pick<DeclaredView, "print" | "printHint">) {
  const onPrint = usePrint();
  return (
    <div className="actions">
      {onPrint === undefined ? (
        <p className="hint">{printHint}</p>
      ) : (
        <button className="button-quiet" type="button" onClick={onPrint}>
          {print}
        </button>
      )}
    </div>
  );
}
