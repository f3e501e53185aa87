import { useTranslation } from "react-i18next";
import { FactList } from "~/components/fact-list";
import { PaidLines } from "~/components/paid-lines";
import { usePeriodText } from "~/components/period-text";
import { StatusPanel } from "~/components/status-panel";
import { useFrame } from "~/components/use-frame";
import { usePaid } from "~/enhance/use-user-info";
import type { Access } from "./access.server";
import { AccessToKeep } from "./access-to-keep";
import type { Bought } from "./bought.server";

/** The plan is paid and active: how to use it, what was paid, and what to keep. */
export function SuccessPage({ bought, access }: { bought: Bought; access: Access }) {
  const { t } = useTranslation("paysuc");
  const { brand } = useFrame();
  usePaid();
  const app = brand.appName;
  return (
    <StatusPanel tone="success" title={t("heading")}>
      <p>{access.isInApp ? t("textInApp", { app }) : t("text", { app })}</p>
      <Actions access={access} />
      {bought.email !== undefined && <p>{t("receiptTo", { email: bought.email })}</p>}
      <Purchase bought={bought} />
      {access.keep !== undefined && <AccessToKeep keep={access.keep} />}
      <p className="hint">{t("keepLink")}</p>
    </StatusPanel>
  );
}

function Actions({ access: { appLink, receiptsAt } }: { access: Access }) {
  const { t } = useTranslation("paysuc");
  const { brand } = useFrame();
  if (appLink === undefined && receiptsAt === undefined) return null;
  return (
    <p className="actions">
      {appLink !== undefined && (
        <a className="button" href={appLink}>
          {t("openApp", { app: brand.appName })}
        </a>
      )}
      {receiptsAt !== undefined && (
        <a className="button-quiet" href={receiptsAt}>
          {t("receipts")}
        </a>
      )}
    </p>
  );
}

function Purchase({ bought }: { bought: Bought }) {
  const { t } = useTranslation("paysuc");
  const { length } = usePeriodText();
  const facts = [
    { label: t("planLabel"), text: bought.period && length(bought.period) },
    { label: t("untilLabel"), text: bought.until },
    { label: t("orderLabel"), text: bought.orderId },
    { label: t("statementLabel"), text: bought.statement },
  ];
  return (
    <>
      <FactList facts={facts} />
      {bought.paid && <PaidLines paid={bought.paid} label={t("paidLabel")} coupon={bought.coupon} />}
    </>
  );
}
