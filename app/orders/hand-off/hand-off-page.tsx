import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useQuestionBefore } from "~/enhance/dialog/use-dialog";
import { loadDocument } from "~/enhance/load-document";
import { LineList } from "~/offers/line-list";
import { safeAddress } from "~/paths";
import { StatusPanel } from "~/shell/panels/status-panel";
import type { FrameSummary } from "./hand-off.server";
import type { ProviderFrame } from "./provider-frame";

type Destination =
  | { kind: "link"; address: string }
  | { kind: "form"; address: string; fields: Readonly<Record<string, string>> };

interface Props {
  /** With scripts, `frame` opens in this page and the buyer does not leave it. */
  leaving: { handOff: Destination; frame?: ProviderFrame | undefined };
  /** The order, beside the frame. */
  summary?: FrameSummary | undefined;
}

/** Takes the buyer to the provider: automatically where possible, and always by a button. */
export function HandOffPage({ leaving: { handOff, frame }, summary }: Props) {
  const { t } = useTranslation("paystatus");
  const form = useRef<HTMLFormElement>(null);
  const leave = useCallback(() => {
    if (handOff.kind === "form") form.current?.submit();
    else loadDocument(handOff.address, { mayLeave: true, isReplacing: true });
  }, [handOff]);
  const isOpen = useProviderFrame(frame, leave, t("handOff.frameTitle"));
  useSelfSending(form, frame === undefined);
  const ways = (
    <>
      <p>{isOpen ? t("handOff.frameText") : t("handOff.text")}</p>
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
  handOff: Destination;
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

const wasSent = (state: unknown): boolean => typeof state === "object" && state !== null && "wasSent" in state;

/**
 * Sends a form as soon as the page's scripts run, once per history entry: a buyer who goes back to the page
 * is not sent away again.
 */
function useSelfSending(form: RefObject<HTMLFormElement>, isOn: boolean): void {
  useEffect(() => {
    if (!isOn || wasSent(window.history.state)) return;
    window.history.replaceState({ ...window.history.state, wasSent: true }, "");
    form.current?.submit();
  }, [form, isOn]);
}

/**
 * Opens a provider's frame in the page, in the element of class `provider-frame`. If its script does not load in time,
 * `leave` is called, which takes the buyer to the provider's page. `title` is what a frame without one is called.
 * Returns whether the frame is open.
 */
function useProviderFrame(frame: ProviderFrame | undefined, leave: () => void, title: string): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (frame === undefined) return;
    let isGone = false;
    const unlessGone = (next: () => void) => () => {
      if (!isGone) next();
    };
    import("./provider-frame")
      .then(({ openProviderFrame }) => openProviderFrame(frame, title))
      .then(
        unlessGone(() => setOpen(true)),
        unlessGone(leave),
      );
    return () => {
      isGone = true;
    };
  }, [frame, leave, title]);
  return isOpen;
}

type Hold = ReturnType<typeof useQuestionBefore>["hold"];

/** While a provider's frame is open: asks before a link leads away from the half-paid order. */
function LeaveQuestion() {
  const { t } = useTranslation("paystatus");
  const { Dialog, isOpen, hold, goOn, onClose } = useQuestionBefore();
  useHeldLinks(hold);
  if (Dialog === undefined) return null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("leave.title")}
      messageHtml="paystatus:leave.textHtml"
      hasOverlay
      hasCloseIcon
      cancel={{ label: t("leave.leave"), onPress: goOn }}
      confirm={{ label: t("leave.stay") }}
    />
  );
}

/** Holds the site's own links. The provider's page is not away, and neither is another tab or a part of this page. */
function useHeldLinks(hold: Hold): void {
  useEffect(() => {
    const onClick = (press: MouseEvent) => {
      const link = press.target instanceof Element ? press.target.closest("a") : null;
      if (link !== null && link.origin === window.location.origin && !isElsewhere(press) && link.hash === "")
        hold(press, link);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [hold]);
}

const isElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;
