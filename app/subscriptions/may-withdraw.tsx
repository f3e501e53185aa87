import { useTranslation } from "react-i18next";

/** Leads from a subscription to withdrawing from its contract, while that can be done. */
export function MayWithdraw({ at }: { at: string | undefined }) {
  const { t } = useTranslation("subscription");
  if (at === undefined) return null;
  return (
    <p>
      <a href={at}>{t("cancel.mayWithdraw")}</a>
    </p>
  );
}
