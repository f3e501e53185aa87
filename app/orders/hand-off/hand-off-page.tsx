import { type RefObject, useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { loadDocument } from "~/enhance/load-document";
import { LineList } from "~/offers/line-list";
import { safeAddress } from "~/safe-address";
import { useFrame } from "~/shell/page-frame";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { FrameSummary } from "./frame-summary.server";
import { LeaveQuestion } from "./leave-question";
import type { ProviderFrame } from "./provider-frame";
import { useProviderFrame } from "./use-provider-frame";
import { useSelfSending } from "./use-self-sending";

type HandOff =
  | { kind: "link"; address: string }
  | { kind: "form"; address: string; fields: Readonly<Record<string, string>> };

interface Props {
  /** With scripts, `frame` opens in this page and the buyer does not leave it. */
  leaving: { handOff: HandOff; frame?: ProviderFrame | undefined };
  /** The order, beside the frame. */
  summary?: FrameSummary | undefined;
}

/** Takes the buyer to the provider: automatically where possible, and always by a button. */
export function HandOffPage({ leaving: { handOff, frame }, summary }: Props) {
  const { t } = useTranslation("paystatus");
  const { brand } = useFrame();
  const form = useRef<HTMLFormElement>(null);
  const leave = useCallback(() => {
    if (handOff.kind === "form") form.current?.submit();
    else loadDocument(handOff.address, { mayLeave: true, isReplacing: true });
  }, [handOff]);
  const isOpen = useProviderFrame(frame, leave, t("handOff.frameTitle"));
  useSelfSending(form, frame === undefined);
  const ways = (
    <>
      <p>{isOpen ? t("handOff.frameText") : t("handOff.text", { app: brand.appName })}</p>
      {frame !== undefined && <FramePlace isOpen={isOpen} label={t("handOff.frameTitle")} />}
      {isOpen && <LeaveQuestion />}
      <WayOut handOff={handOff} form={form} isMain={!isOpen} />
      {!isOpen && <p className="hint">{t("handOff.slow")}</p>}
    </>
  );
  return (
    <StatusPanel
      tone="waiting"
      title={isOpen ? t("handOff.frameTitle") : t("handOff.title")}
      isWide={summary !== undefined}
    >
      {summary === undefined ? (
        ways
      ) : (
        <div className="beside-frame">
          <Summary summary={summary} />
          <div>{ways}</div>
        </div>
      )}
    </StatusPanel>
  );
}

/** The order that is paid in the frame. */
function Summary({ summary: { heading, plan, lines, coupon, notes } }: { summary: FrameSummary }) {
  return (
    <aside aria-labelledby="order-title">
      <h2 id="order-title">{heading}</h2>
      <p className="summary-plan">{plan}</p>
      <LineList lines={lines} coupon={coupon} />
      {notes.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </aside>
  );
}

/** Where the provider's frame opens. It has the focus then, so that the next key and the next words are the frame's. */
function FramePlace({ isOpen, label }: { isOpen: boolean; label: string }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOpen) place.current?.focus();
  }, [isOpen]);
  return <section ref={place} className="provider-frame" aria-label={label} aria-busy={!isOpen} tabIndex={-1} />;
}

interface WayOutProps {
  handOff: HandOff;
  form: RefObject<HTMLFormElement>;
  /** The button is the page's only way to pay. */
  isMain: boolean;
}

function WayOut({ handOff, form, isMain }: WayOutProps) {
  const { t } = useTranslation("paystatus");
  const look = isMain ? "button" : "button-quiet";
  const address = safeAddress(handOff.address, { mayLeave: true });
  if (handOff.kind === "link")
    return (
      <p className="actions">
        <a className={look} href={address}>
          {t("handOff.continue")}
        </a>
      </p>
    );
  return (
    <form className="actions" method="post" action={address} ref={form}>
      {Object.entries(handOff.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className={look} type="submit">
        {t("handOff.continue")}
      </button>
    </form>
  );
}
