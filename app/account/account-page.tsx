import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { QuestionButton } from "~/enhance/dialog/question-button";
import { type EmailFormAgain, type EmailFormView, GuardedEmailForm } from "~/forms/guarded-email-form";
import { HiddenVisitorFields } from "~/forms/visitor-fields";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { FactList } from "~/shell/panels/fact-list";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { ReturnPage } from "~/shell/return-page";
import { ReturnPageFields } from "~/shell/return-page";
import type { AccountData, SignUpNotice } from "./account.server";

interface Props {
  account: AccountData;
  cameFrom: ReturnPage | undefined;
  /** A refused sign-up. */
  again: EmailFormAgain | undefined;
}

export function AccountPage({ account, cameFrom, again }: Props) {
  const { t } = useTranslation("account");
  const { lang } = useFrame();
  if (account.kind === "nobody") {
    return (
      <>
        {account.notice === undefined ? (
          <div className="intro">
            <h1>{t("title")}</h1>
            <p>{t("fromApp")}</p>
          </div>
        ) : (
          <SignUpOutcome notice={account.notice} />
        )}
        <SignUpForm form={account.form} action={paths.account(lang, cameFrom)} again={again} />
      </>
    );
  }
  if (account.kind === "unknown") {
    return (
      <Panel tone="problem" hasReceipts>
        <p>{t("unknown")}</p>
      </Panel>
    );
  }
  const facts = [
    { label: t("email"), text: account.email || undefined },
    { label: t("plan"), text: planText(t, account) },
  ];
  return (
    <Panel tone="info" hasReceipts={account.hasReceipts}>
      <FactList facts={facts} />
    </Panel>
  );
}

function planText(t: TFunction<"account">, { until, isProven }: Extract<AccountData, { kind: "member" }>): string {
  if (!isProven) return t("planUnproven");
  return until === undefined ? t("noPlan") : t("until", { date: until });
}

/** For a typed address: how its owner signs in, and that buying needs no account. */
function SignUpOutcome({ notice }: { notice: SignUpNotice }) {
  const { t } = useTranslation(["account", "nav"]);
  const { lang, brand } = useFrame();
  const isMailed = notice.kind === "mailed";
  const appLink = isMailed ? undefined : notice.appLink;
  return (
    <StatusPanel
      tone={isMailed ? "success" : "info"}
      title={t(isMailed ? "account:mailed.title" : "account:existing.title")}
    >
      <p>{isMailed ? t("account:mailed.text", { email: notice.email }) : t("account:existing.app")}</p>
      <p>{t("account:existing.buy")}</p>
      <p className="actions">
        {appLink !== undefined && (
          <a className="button" href={appLink}>
            {t("account:existing.openApp", { app: brand.appName })}
          </a>
        )}
        <a className="button-quiet" href={paths.payment(lang)}>
          {t("nav:plans")}
        </a>
      </p>
    </StatusPanel>
  );
}

interface PanelProps {
  tone: "info" | "problem";
  hasReceipts: boolean;
  children: ReactNode;
}

/** What a signed-in visitor can do, with the button that signs out. */
function Panel({ tone, hasReceipts, children }: PanelProps) {
  const { t } = useTranslation(["account", "nav"]);
  const { lang, visitorFields } = useFrame();
  const question = {
    title: t("account:logoutQuestion.title"),
    text: t("account:logoutQuestion.text"),
    cancel: t("account:logoutQuestion.stay"),
  };
  return (
    <StatusPanel tone={tone} title={t("account:title")}>
      {children}
      <form className="actions" method="post" action={paths.account(lang)}>
        <HiddenVisitorFields visitorFields={visitorFields} />
        <ReturnPageFields />
        <a className="button" href={paths.payment(lang)}>
          {t("nav:plans")}
        </a>
        {hasReceipts && (
          <a className="button-quiet" href={paths.receipts(lang)}>
            {t("nav:receipts")}
          </a>
        )}
        <QuestionButton intent="logout" label={t("account:logout")} question={question} />
      </form>
    </StatusPanel>
  );
}

interface SignUpFormProps {
  form: EmailFormView;
  /** Where the form is sent. */
  action: string;
  again: EmailFormAgain | undefined;
}

/** Signs up or signs in with nothing but an e-mail address. */
export function SignUpForm(props: SignUpFormProps) {
  const { t } = useTranslation("account");
  return (
    <GuardedEmailForm
      {...props}
      id="sign-up"
      intent="signup"
      botAction="anonymous_signup"
      words={{ email: t("signUp.emailLabel"), submit: t("signUp.submit"), sending: t("signUp.sending") }}
    >
      <h2 id="sign-up-title">{t("signUp.heading")}</h2>
      <p>{t("signUp.text")}</p>
    </GuardedEmailForm>
  );
}
