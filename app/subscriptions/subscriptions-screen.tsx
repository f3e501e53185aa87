import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { StatusPanel } from "~/shell/panels/status-panel";
import { SupportReference } from "~/shell/panels/support-reference";
import type { ChangeAnswer, FormAnswer } from "./answer-form.server";
import type { SubscriptionPage } from "./change-subscription.server";
import type { DeclarationAnswer } from "./declaration/answer-declaration.server";
import { DeclarationForm } from "./declaration/declaration-form";
import type { DeclaredView } from "./declaration/declared-view.server";
import type { DoneView } from "./done-view.server";
import { Instead, OtherWays } from "./instead";
import { ChangeForm } from "./subscription-card";
import type { AbsentView } from "./subscriptions-page.server";

/** What every page about subscriptions gets. */
export interface PageProps<View> {
  view?: View;
  /** Shown in place of the view. */
  instead?: DoneView | DeclaredView | AbsentView;
  /** The receipts key that opened the page; its links keep it. */
  receiptKey?: string;
  /** Where the owner gets to what the page does not show. */
  otherPurchasesAt?: string;
  /** To a form that came back. */
  answer: FormAnswer | undefined;
}

type Props = Omit<PageProps<unknown>, "view"> & { page: SubscriptionPage; children: ReactNode };

/** A page about subscriptions: what became of a form, then the children, or what is shown in their place. */
export function SubscriptionsScreen({ page, instead, receiptKey, otherPurchasesAt, answer, children }: Props) {
  if (answer?.kind === "declaration") return <DeclareAgain answer={answer} />;
  const refused = answer?.kind === "change" ? answer : undefined;
  if (refused?.form !== undefined) return <SendAgain page={page} refused={refused} receiptKey={receiptKey} />;
  return (
    <>
      {refused !== undefined && <NotChanged refused={refused} />}
      {instead === undefined ? (
        children
      ) : (
        <Instead
          page={page}
          instead={instead}
          receiptKey={receiptKey}
          again={answer?.kind === "link" ? answer.again : undefined}
        />
      )}
      {otherPurchasesAt !== undefined && <OtherPurchases at={otherPurchasesAt} />}
    </>
  );
}

/** All that was typed is still there; where it could not be taken, a letter says the same. */
function DeclareAgain({ answer: { form, letter } }: { answer: DeclarationAnswer }) {
  const { t } = useTranslation("subscription");
  return (
    <>
      <h1>{t(`${form.kind}.title`)}</h1>
      <DeclarationForm form={form} />
      <OtherWays other={{ letter }} />
    </>
  );
}

function OtherPurchases({ at }: { at: string }) {
  const { t } = useTranslation("subscription");
  return (
    <p className="hint">
      {t("otherPurchases.text")} <a href={at}>{t("otherPurchases.link")}</a>
    </p>
  );
}

/** Nobody knows whether the change was made, or it could not be: the same form once more, under the same key. */
function SendAgain({
  page,
  refused,
  receiptKey,
}: {
  page: SubscriptionPage;
  refused: ChangeAnswer;
  receiptKey: string | undefined;
}) {
  const { t } = useTranslation("subscription");
  const { lang } = useFrame();
  const { form, letter } = refused;
  const problem = refused.problem === "unsure" ? "unsure" : "unavailable";
  return (
    <StatusPanel tone={problem === "unsure" ? "waiting" : "problem"} title={t(`problem.${problem}Title`)}>
      <p>{t(`problem.${problem}`)}</p>
      {form !== undefined && (
        <ChangeForm form={form} receiptKey={receiptKey}>
          {t(BUTTONS[form.action])}
        </ChangeForm>
      )}
      <OtherWays other={{ letter }} />
      <p>
        <a href={paths[page](lang, { key: receiptKey })}>{t("backToList")}</a>
      </p>
      <SupportReference />
    </StatusPanel>
  );
}

const BUTTONS = { cancel: "cancel.submit", resume: "cancel.undo", withdraw: "withdraw.confirm" } as const;

/** Why the change cannot be made here; what can still be done stands below. */
function NotChanged({ refused: { problem, letter } }: { refused: ChangeAnswer }) {
  const { t } = useTranslation("subscription");
  const message = t(
    problem === "refused" || problem === "withdrawOver" ? `problem.${problem}` : "problem.unavailableTitle",
  );
  return (
    <>
      <ErrorSummary heading={t("errorsHeading")} errors={[{ field: "content", message }]} />
      <OtherWays other={{ letter }} />
    </>
  );
}
