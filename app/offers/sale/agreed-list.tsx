import { joinSentences } from "~/i18n/lists";
import { useLang } from "~/i18n/use-lang";
import { type Fact, FactList } from "~/shell/panels/fact-list";

/** What follows a sale and what it was agreed under. */
export interface AgreedView {
  facts: Fact[];
  /** What the brand promises about money back, in sentences. */
  refunds: string[];
}

export function AgreedList({ agreed: { facts, refunds } }: { agreed: AgreedView }) {
  const lang = useLang();
  return (
    <>
      {facts.length > 0 && <FactList facts={facts} />}
      {refunds.length > 0 && <p className="hint">{joinSentences(lang, refunds)}</p>}
    </>
  );
}
