import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { QuestionButton } from "~/enhance/dialog/question-button";
import { ErrorSummary } from "~/forms/error-summary";
import type { EmailFormAgain } from "~/forms/guarded-email-form";
import { HiddenVisitorFields } from "~/forms/visitor-fields";
import type { LinkAnswer } from "~/mailed-links/mailed-link.server";
import { MailedLinkForm } from "~/mailed-links/mailed-link-form";
import { paths } from "~/paths";
import { SubscriptionLinks } from "~/shell/links/subscription-links";
import { useFrame } from "~/shell/page-frame";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { EndLinksAnswer } from "./end-links.server";
import { ReceiptTable } from "./receipt-table";
import { ReceiptsNotice } from "./receipts-notice";
import type { ReceiptsView } from "./receipts-view.server";
import type { RefusedForm } from "./send-receipt.server";

interface Props {
  view: ReceiptsView;
  /** To a form that came back. */
  answer: RefusedForm | LinkAnswer | EndLinksAnswer | undefined;
  /** The plans that run; null: none, or nobody knows. */
  plans: ReactNode;
}

/** The visitor's receipts, or why there are none to show and how to get to them. */
export function ReceiptsPage({ view, answer, plans }: Props) {
  const refused = answer?.kind === "link" ? undefined : answer;
  const again = answer?.kind === "link" ? answer.again : undefined;
  return (
    <>
      {refused !== undefined && <ErrorSummary heading={refused.heading} errors={refused.errors} />}
      {view.kind === "list" ? (
        <List view={view} refused={refused?.kind === "send" ? refused : undefined} again={again} plans={plans} />
      ) : (
        <NoList view={view} again={again} />
      )}
    </>
  );
}

type ListView = Extract<ReceiptsView, { kind: "list" }>;

function NoList({ view, again }: { view: Exclude<ReceiptsView, ListView>; again: EmailFormAgain | undefined }) {
  if (view.kind === "unavailable") return <ReceiptsNotice kind={view.kind} />;
  const { requested, form } = view.ways;
  return (
    <>
      {requested === undefined ? (
        <ReceiptsNotice kind={view.kind} ways={view.ways} />
      ) : (
        <LinkRequested {...requested} />
      )}
      {form !== undefined && <MailedLinkForm page="receipts" form={form.view} words={form.words} again={again} />}
    </>
  );
}

interface ListProps extends Pick<Props, "plans"> {
  view: ListView;
  refused: RefusedForm | undefined;
  again: EmailFormAgain | undefined;
}

function List({ view, refused, again, plans }: ListProps) {
  const hasRows = view.rows.length > 0;
  return (
    <>
      {hasRows ? <Rows view={view} refused={refused} plans={plans} /> : <ReceiptsNotice kind="empty" />}
      {!hasRows && plans}
      {view.paidHere && <PaidHere {...view.paidHere} />}
      {view.all && <WayToAll all={view.all} receiptKey={view.key} again={again} />}
      {view.olderLinks === "endable" && <EndLinksForm receiptKey={view.key} />}
    </>
  );
}

function Rows({ view, refused, plans }: Omit<ListProps, "again">) {
  const { t } = useTranslation("receipts");
  return (
    <>
      <h1>{t(plans === null ? "heading" : "headingWithPlan")}</h1>
      {view.olderLinks === "ended" && (
        <p className="notice" role="status">
          {t("endLinks.done")}
        </p>
      )}
      {plans}
      {plans !== null && <h2>{t("heading")}</h2>}
      <ReceiptTable list={view} refused={refused} />
      {plans === null && <SubscriptionLinks receiptKey={view.key} />}
      {view.isKeyForLife && <p className="hint">{t(view.isOneOrder ? "keepOrderLink" : "keepLink")}</p>}
    </>
  );
}

interface WayToAllProps {
  all: NonNullable<ListView["all"]>;
  receiptKey: string | undefined;
  again: EmailFormAgain | undefined;
}

/** Has the link to everything mailed, or says that it is on its way. */
function WayToAll({ all: { requested, form }, receiptKey, again }: WayToAllProps) {
  if (requested !== undefined)
    return (
      <p className="notice" role="status">
        {requested.text}
      </p>
    );
  if (form === undefined) return null;
  return <MailedLinkForm page="receipts" form={form.view} words={form.words} receiptKey={receiptKey} again={again} />;
}

/** Whether there is anybody to mail it to or not. */
const LinkRequested = ({ title, text }: { title: string; text: string }) => (
  <StatusPanel tone="success" title={title}>
    <p>{text}</p>
  </StatusPanel>
);

/** Why receipts open here without a link, and the button that ends it. */
function PaidHere({ text, stop }: { text: string; stop: string }) {
  const { lang, visitorFields } = useFrame();
  return (
    <form className="paid-here" method="post" action={paths.receipts(lang)}>
      <HiddenVisitorFields visitorFields={visitorFields} />
      <p className="hint">{text}</p>
      <button className="button-quiet" type="submit" name="intent=forget">
        {stop}
      </button>
    </form>
  );
}

/** Ends all older links of an account. */
export function EndLinksForm({ receiptKey }: { receiptKey: string | undefined }) {
  const { t } = useTranslation("receipts");
  const { lang, visitorFields } = useFrame();
  const question = {
    title: t("endLinks.question.title"),
    text: t("endLinks.question.text"),
    cancel: t("endLinks.question.cancel"),
  };
  return (
    <form id="end-links" className="end-links" method="post" action={paths.receipts(lang, { key: receiptKey })}>
      <HiddenVisitorFields visitorFields={visitorFields} />
      <p className="hint">{t("endLinks.text")}</p>
      <QuestionButton intent="end-links" label={t("endLinks.submit")} question={question} />
    </form>
  );
}
