import { useTranslation } from "react-i18next";
import type { EmailFormAgain } from "~/forms/guarded-email-form";
import { MailedLinkForm } from "~/receipts/mailed-link-form";
import { StatusPanel } from "~/shell/panels/status-panel";
import { OtherWays } from "./other-ways";
import type { SubscriptionPage } from "./subscription-pages";
import type { AbsentView } from "./subscriptions-page.server";

type Find = Extract<AbsentView, { kind: "find" }>;

interface Props {
  page: SubscriptionPage;
  find: Find;
  receiptKey: string | undefined;
  again: EmailFormAgain | undefined;
}

/** For whoever comes without a link, or with one that shows nothing: has a link mailed. */
export function FindSubscription({ page, find, receiptKey, again }: Props) {
  const { t } = useTranslation("subscription");
  const { form, other } = find;
  // Whoever comes to the page of renewals without a link: nothing is known of any, so the form is all there is.
  const isAlone =
    page === "renewal" && !find.why.startsWith("empty") && find.askedFor === undefined && form !== undefined;
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
      {form !== undefined && (
        <MailedLinkForm page={page} form={form} receiptKey={receiptKey} again={again} words={words} isAlone={isAlone} />
      )}
      <OtherWays other={form === undefined ? other : { letter: other.letter }} />
    </>
  );
}

function Why({ find: { why, form, askedFor }, title }: { find: Find; title: string | undefined }) {
  const { t } = useTranslation("subscription");
  if (askedFor !== undefined) {
    return (
      <StatusPanel tone="success" title={t("ask.sentTitle")}>
        <p>{t("ask.sent", { email: askedFor })}</p>
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
