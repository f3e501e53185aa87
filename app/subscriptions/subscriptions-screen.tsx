import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { StatusPanel } from "~/shell/panels/status-panel";
import { SupportReference } from "~/shell/panels/support-reference";
import type { FormAnswer } from "./answer-form.server";
import { ChangeForm } from "./changes/change-form";
import { DonePanel } from "./changes/done-panel";
import type { DoneView } from "./changes/done-view.server";
import { FindSubscription } from "./find-subscription";
import { OtherWays } from "./other-ways";
import type { SubscriptionPage } from "./subscription-pages";
import type { AbsentView } from "./subscriptions-page.server";

/** What every page about subscriptions gets. */
export interface PageProps<View> {
  view?: View;
  /** Shown in place of the view. */
  instead?: DoneView | AbsentView;
  /** The receipts key that opened the page; its links keep it. */
  receiptKey?: string;
  /** Where the owner gets to what the page does not show. */
  otherPurchasesAt?: string;
  /** To a form that came back. */
  answer: FormAnswer | undefined;
}

type Props = Omit<PageProps<unknown>, "view"> & { page: SubscriptionPage; children: ReactNode };

type Problem = Extract<FormAnswer, { kind: "change" }>;

/** A page about subscriptions: what became of a form, then the children, or what is shown in their place. */
export function SubscriptionsScreen({ page, instead, receiptKey, otherPurchasesAt, answer, children }: Props) {
  const refused = answer?.kind === "change" ? answer : undefined;
  if (refused?.form !== undefined) return <SendAgain page={page} refused={refused} receiptKey={receiptKey} />;
  return (
    <>
      {refused !== undefined && <Refused refused={refused} />}
      {instead === undefined ? (
        children
      ) : (
        <Instead page={page} instead={instead} receiptKey={receiptKey} answer={answer} />
      )}
      {otherPurchasesAt !== undefined && <OtherPurchases at={otherPurchasesAt} />}
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

function Instead({
  page,
  instead,
  receiptKey,
  answer,
}: Omit<Props, "children" | "instead"> & { instead: DoneView | AbsentView }) {
  switch (instead.kind) {
    case "done":
      return <DonePanel done={instead} receiptKey={receiptKey} />;
    case "find":
      return (
        <FindSubscription
          page={page}
          find={instead}
          receiptKey={receiptKey}
          again={answer?.kind === "link" ? answer.again : undefined}
        />
      );
    case "unsupported":
    case "unavailable":
      return <NotHere page={page} view={instead} receiptKey={receiptKey} />;
  }
}

/** Nobody knows whether the change was made, or it could not be: the same form once more, under the same key. */
function SendAgain({
  page,
  refused,
  receiptKey,
}: {
  page: SubscriptionPage;
  refused: Problem;
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
function Refused({ refused: { problem, letter } }: { refused: Problem }) {
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

interface NotHereProps {
  page: SubscriptionPage;
  view: Extract<AbsentView, { kind: "unsupported" | "unavailable" }>;
  receiptKey: string | undefined;
}

/** The payments API cannot do it, now or ever: the brand's own page for it, or a letter. */
function NotHere({ page, view: { kind, other }, receiptKey }: NotHereProps) {
  const { t } = useTranslation(["subscription", "global"]);
  const { lang } = useFrame();
  // Without a page of the brand's and without a letter there is nothing else to say.
  const isAway = kind === "unavailable" || page === "renewal";
  return (
    <StatusPanel
      tone={isAway ? "problem" : "info"}
      title={isAway ? t("subscription:problem.unavailableTitle") : t(`subscription:${page}.title`)}
    >
      {isAway && (
        <>
          <p>{t("subscription:problem.unavailable")}</p>
          <p className="actions">
            <a className="button" href={paths[page](lang, { key: receiptKey })}>
              {t("global:retry")}
            </a>
          </p>
        </>
      )}
      <OtherWays other={other} />
      <SupportReference />
    </StatusPanel>
  );
}
