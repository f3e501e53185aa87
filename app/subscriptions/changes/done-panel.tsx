import { useTranslation } from "react-i18next";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { StatusPanel } from "~/shell/panels/status-panel";
import { MayWithdraw } from "~/subscriptions/may-withdraw";
import { ChangeForm } from "./change-form";
import type { DoneView } from "./done-view.server";

/** Says when it was asked for, what was done, until when the plan runs, and where the confirmation goes. */
export function DonePanel({ done, receiptKey }: { done: DoneView; receiptKey: string | undefined }) {
  const { t } = useTranslation("subscription");
  const { lang } = useFrame();
  return (
    <StatusPanel tone="success" title={t(TITLES[done.action])}>
      <p>{t("withdraw.doneAt", { time: done.time })}</p>
      <Words done={done} />
      {done.email !== undefined && <p>{t("cancel.mailed", { email: done.email })}</p>}
      {done.undo !== undefined && (
        <ChangeForm form={done.undo} receiptKey={receiptKey} isQuiet>
          {t("cancel.undo")}
        </ChangeForm>
      )}
      {done.action === "cancel" && <MayWithdraw at={done.withdrawAt} />}
      <p>
        <a href={paths.cancel(lang, { key: receiptKey })}>{t("backToList")}</a>
      </p>
    </StatusPanel>
  );
}

const TITLES = { cancel: "cancel.doneTitle", resume: "cancel.resumedTitle", withdraw: "withdraw.doneTitle" } as const;

function Words({ done: { action, until } }: { done: DoneView }) {
  const { t } = useTranslation("subscription");
  switch (action) {
    case "cancel":
      return <p>{until === undefined ? t("cancel.done") : t("cancel.doneUntil", { date: until })}</p>;
    case "resume":
      return <p>{t("cancel.resumed")}</p>;
    case "withdraw":
      return <p>{t("withdraw.done")}</p>;
  }
}
