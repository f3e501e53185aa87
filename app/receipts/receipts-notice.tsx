import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import { StatusPanel, type Tone } from "~/shell/panels/status-panel";
import { SupportReference } from "~/shell/panels/support-reference";
import type { Invoice } from "~/upstream/contract/invoices";
import type { WaysIn } from "./receipts-view.server";

/** Tone and message keys by the reason why there is no receipt to show. */
const REASONS = {
  nobody: { tone: "info", title: "heading", words: ["fromApp", "byLink"] },
  empty: { tone: "info", title: "empty.title", words: ["empty.text"] },
  forgotten: { tone: "info", title: "heading", words: ["fromApp", "byLink"] },
  ended: { tone: "waiting", title: "ended.title", words: ["ended.text", "byLink"] },
  brokenKey: { tone: "problem", title: "brokenKey.title", words: ["brokenKey.text"] },
  unavailable: { tone: "problem", title: "unavailable.title", words: ["unavailable.text"] },
  unknown: { tone: "problem", title: "unknown.title", words: ["unknown.text"] },
} as const satisfies Record<string, { tone: Tone; title: string; words: readonly string[] }>;
type NoReceipts = keyof typeof REASONS;

interface Props {
  kind: NoReceipts;
  /** Where the other receipts are. */
  backAt?: string;
  ways?: WaysIn;
}

/** Shown in place of receipts. An e-mail address alone never opens any. */
export function ReceiptsNotice({ kind, backAt, ways }: Props) {
  const { t } = useTranslation("receipts");
  const { tone, title, words } = REASONS[kind];
  return (
    <StatusPanel tone={tone} title={t(title)}>
      {words.map((key) => (
        <p key={key}>{t(key)}</p>
      ))}
      {ways !== undefined && <LetterOrSignIn ways={ways} />}
      <NextStep kind={kind} backAt={backAt} />
      <SupportReference isProblem={tone !== "info"} />
    </StatusPanel>
  );
}

/** A letter to support, where there is no form that has a link mailed, and signing in. */
const LetterOrSignIn = ({ ways: { letter, signIn } }: { ways: WaysIn }) => (
  <>
    {letter !== undefined && (
      <>
        <p>{letter.text}</p>
        <Action to={letter.at} text={letter.link} />
      </>
    )}
    {signIn !== undefined && (
      <p>
        <a href={signIn.at}>{signIn.text}</a>
      </p>
    )}
  </>
);

/** The one next step. */
function NextStep({ kind, backAt }: { kind: NoReceipts; backAt: string | undefined }) {
  const { t } = useTranslation(["receipts", "global"]);
  const lang = useLang();
  const { pathname, search } = useLocation();
  if (kind === "unavailable") return <Action to={pathname + search} text={t("global:retry")} />;
  if (kind === "empty") return <Action to={paths.payment(lang)} text={t("global:continueShopping")} />;
  return backAt === undefined ? null : <Action to={backAt} text={t("back")} />;
}

const Action = ({ to, text }: { to: string; text: string }) => (
  <p className="actions">
    <a className="button" href={to}>
      {text}
    </a>
  </p>
);

/** Whether a receipt is paid, in a word. */
export function ReceiptState({ state }: { state: Invoice["status"] }) {
  const { t } = useTranslation("receipts");
  return <span className={`state state-${state}`}>{t(`states.${state}`)}</span>;
}
