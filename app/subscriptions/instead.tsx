import { useTranslation } from "react-i18next";
import type { EmailFormAgain } from "~/forms/guarded-email-form";
import { MailedLinkForm } from "~/mailed-links/mailed-link-form";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { StatusPanel } from "~/shell/panels/status-panel";
import { SupportReference } from "~/shell/panels/support-reference";
import type { SubscriptionPage } from "./change-subscription.server";
import { DeclarationForm } from "./declaration/declaration-form";
import { DeclaredPanel } from "./declaration/declared-panel";
import type { DeclaredView } from "./declaration/declared-view.server";
import type { DoneView } from "./done-view.server";
import { ChangeForm, MayWithdraw } from "./subscription-card";
import type { AbsentView, OtherWay } from "./subscriptions-page.server";

interface Props {
  page: SubscriptionPage;
  instead: DoneView | DeclaredView | AbsentView;
  receiptKey: string | undefined;
  /** The form that has a link mailed, as it came back. */
  again: EmailFormAgain | undefined;
}

/** What is shown in place of subscriptions. */
export function Instead({ page, instead, receiptKey, again }: Props) {
  switch (instead.kind) {
    case "done":
      return <DonePanel done={instead} receiptKey={receiptKey} />;
    case "declared":
      return <DeclaredPanel view={instead} />;
    case "find":
      return <FindSubscription page={page} find={instead} receiptKey={receiptKey} again={again} />;
    case "unsupported":
    case "unavailable":
      return <NotHere page={page} view={instead} receiptKey={receiptKey} />;
  }
}

type Find = Extract<AbsentView, { kind: "find" }>;
type NotHereView = Extract<AbsentView, { kind: "unsupported" | "unavailable" }>;

/** For whoever comes without a link, or with one that shows nothing: has a link mailed. */
function FindSubscription({ page, find, receiptKey, again }: Omit<Props, "instead"> & { find: Find }) {
  const { t } = useTranslation("subscription");
  const { form, declaration, other } = find;
  // Whoever comes to the page of renewals without a link: nothing is known of any, so the form is all there is.
  const isAlone =
    page === "renewal" && !find.why.startsWith("empty") && find.requestedFor === undefined && form !== undefined;
  const words = {
    heading: t("ask.heading"),
    text: t("ask.text"),
    hint: t("ask.textApp"),
    email: t("ask.email"),
    submit: t("ask.submit"),
    sending: t("sending"),
  };
  return (
    <>
      <Why find={find} title={isAlone ? undefined : t(page === "renewal" ? "ask.heading" : `${page}.title`)} />
      {declaration !== undefined && <DeclarationForm form={declaration} />}
      {form !== undefined && (
        <MailedLinkForm page={page} form={form} receiptKey={receiptKey} again={again} words={words} isAlone={isAlone} />
      )}
      <OtherWays other={form === undefined ? other : { ...other, at: undefined }} />
    </>
  );
}

function Why({ find: { why, form, requestedFor }, title }: { find: Find; title: string | undefined }) {
  const { t } = useTranslation("subscription");
  if (requestedFor !== undefined) {
    return (
      <StatusPanel tone="success" title={t("ask.sentTitle")}>
        <p>{t("ask.sent", { email: requestedFor })}</p>
      </StatusPanel>
    );
  }
  if (why === "empty" || why === "emptyHere") {
    return (
      <StatusPanel tone="info" title={t(`${why}.title`)}>
        <p>{t(`${why}.text`)}</p>
      </StatusPanel>
    );
  }
  return (
    <div className="intro">
      {title !== undefined && <h1>{title}</h1>}
      {why === "ended" && <p className="notice">{t("problem.ended")}</p>}
      {form === undefined && <p>{t("ask.textApp")}</p>}
    </div>
  );
}

/** Says when it was asked for, what was done, until when the plan runs, and where the confirmation goes. */
function DonePanel({ done, receiptKey }: { done: DoneView; receiptKey: string | undefined }) {
  const { t } = useTranslation("subscription");
  const { lang } = useFrame();
  return (
    <StatusPanel tone="success" title={t(DONE_TITLES[done.action])}>
      <p>{t("withdraw.doneAt", { time: done.time })}</p>
      <DoneText done={done} />
      {done.email !== undefined && <p>{t("cancel.mailed", { email: done.email })}</p>}
      {done.undo !== undefined && (
        <ChangeForm form={done.undo} receiptKey={receiptKey} isQuiet>
          {t("cancel.undo")}
        </ChangeForm>
      )}
      {done.action === "cancel" && <MayWithdraw way={done.withdraw} />}
      <p>
        <a href={paths.cancel(lang, { key: receiptKey })}>{t("backToList")}</a>
      </p>
    </StatusPanel>
  );
}

const DONE_TITLES = {
  cancel: "cancel.doneTitle",
  resume: "cancel.resumedTitle",
  withdraw: "withdraw.doneTitle",
} as const;

function DoneText({ done: { action, until, refund } }: { done: DoneView }) {
  const { t } = useTranslation("subscription");
  switch (action) {
    case "cancel":
      return (
        <>
          <p>{until === undefined ? t("cancel.done") : t("cancel.doneUntil", { date: until })}</p>
          {refund !== undefined && <p>{t("cancel.refundAtEnd", { amount: refund })}</p>}
        </>
      );
    case "resume":
      return <p>{t("cancel.resumed")}</p>;
    case "withdraw":
      return <p>{refund === undefined ? t("withdraw.done") : t("withdraw.doneRefund", { amount: refund })}</p>;
  }
}

/** The payments API cannot do it, now or ever: the brand's own page for it, or a letter. */
function NotHere({
  page,
  view: { kind, declaration, other },
  receiptKey,
}: Omit<Props, "instead" | "again"> & { view: NotHereView }) {
  const { t } = useTranslation(["subscription", "global"]);
  const { lang } = useFrame();
  // Without a page of the brand's and without a letter there is nothing else to say.
  const isAway = kind === "unavailable" || page === "renewal";
  if (declaration !== undefined) {
    return (
      <>
        <h1>{t(`subscription:${declaration.kind}.title`)}</h1>
        <DeclarationForm form={declaration} />
        <OtherWays other={other} />
      </>
    );
  }
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

/** How it can be done without this page: on the brand's own, else by a letter that needs only to be sent. */
export function OtherWays({ other: { at, letter, written } }: { other: OtherWay }) {
  const { t } = useTranslation("subscription");
  const { brand } = useFrame();
  const address = at ?? letter;
  if (address === undefined) return null;
  return (
    <div className="other-ways">
      <p>{at === undefined ? (written?.lead ?? t("byMail.text")) : t("atBrand.text", { app: brand.appName })}</p>
      {at === undefined && written !== undefined && (
        <>
          <p>
            <bdi>{brand.supportEmail}</bdi>
          </p>
          <p className="prepared">{written.body}</p>
        </>
      )}
      <p className="actions">
        <a className="button-quiet" href={address}>
          {at === undefined ? t("byMail.link") : t("atBrand.link")}
        </a>
      </p>
    </div>
  );
}
