import { useTranslation } from "react-i18next";
import { useCopy } from "~/enhance/use-copy";
import { FactList } from "~/shell/fact-list";
import { useFrame } from "~/shell/use-frame";
import type { Access } from "./access.server";

/** What a buyer without an account writes down: the e-mail, the number of their account, the link to their receipts. */
export function AccessToKeep({ keep }: { keep: NonNullable<Access["keep"]> }) {
  const { t } = useTranslation("paysuc");
  const { brand } = useFrame();
  const facts = [
    { label: t("access.email"), text: keep.email },
    { label: t("access.account"), text: keep.accountId },
  ];
  return (
    <section className="keep" aria-labelledby="keep-title">
      <h2 id="keep-title">{t("access.heading")}</h2>
      <p>{t("access.text", { app: brand.appName })}</p>
      <FactList facts={facts} />
      {keep.receiptsLink !== undefined && <ReceiptsLink link={keep.receiptsLink} />}
    </section>
  );
}

/** The whole address, to be copied; on paper it is spelled out. */
function ReceiptsLink({ link }: { link: string }) {
  const { t } = useTranslation("paysuc");
  const { copy, isCopied, canCopy } = useCopy();
  return (
    <div className="field">
      <label htmlFor="receipts-link">{t("access.link")}</label>
      <p className="hint" id="receipts-link-hint">
        {t("access.linkHint")}
      </p>
      <input
        id="receipts-link"
        type="text"
        readOnly
        value={link}
        dir="ltr"
        aria-describedby="receipts-link-hint"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className="on-paper">{link}</p>
      {canCopy && (
        <button className="button-quiet" type="button" onClick={() => copy(link)} aria-live="polite">
          {isCopied ? t("access.copied") : t("access.copy")}
        </button>
      )}
    </div>
  );
}
