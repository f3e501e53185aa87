import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useQuestionBefore } from "~/enhance/dialog/use-dialog";
import type { EmailFormAgain } from "~/forms/guarded-email-form";
import { OwnFields } from "~/forms/own-fields";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import { FactList } from "~/shell/panels/fact-list";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { ReturnPage } from "~/shell/return-page";
import { ReturnPageFields } from "~/shell/return-page";
import type { AccountData, SignUpNotice } from "./account.server";
import { SignUpForm } from "./sign-up-form";

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
          <Notice notice={account.notice} />
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
function Notice({ notice }: { notice: SignUpNotice }) {
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
  const { lang, own } = useFrame();
  return (
    <StatusPanel tone={tone} title={t("account:title")}>
      {children}
      <form className="actions" method="post" action={paths.account(lang)}>
        <OwnFields own={own} />
        <ReturnPageFields />
        <a className="button" href={paths.payment(lang)}>
          {t("nav:plans")}
        </a>
        {hasReceipts && (
          <a className="button-quiet" href={paths.receipts(lang)}>
            {t("nav:receipts")}
          </a>
        )}
        <LogoutButton />
      </form>
    </StatusPanel>
  );
}

/** Signs out; with scripts only after a question. */
function LogoutButton() {
  const { t } = useTranslation("account");
  const { Dialog, isOpen, hold, goOn, onClose } = useQuestionBefore();
  return (
    <>
      <button
        className="button-quiet"
        type="submit"
        name="intent"
        value="logout"
        onClick={(press) => hold(press, press.currentTarget)}
      >
        {t("logout")}
      </button>
      {Dialog !== undefined && (
        <Dialog
          isOpen={isOpen}
          onClose={onClose}
          title={t("logoutQuestion.title")}
          message={t("logoutQuestion.text")}
          hasOverlay
          hasCloseIcon
          cancel={{ label: t("logoutQuestion.stay") }}
          confirm={{ label: t("logout"), onPress: goOn }}
        />
      )}
    </>
  );
}
