import { type ReactNode, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import styles from "./dialog.css?inline";

/** Our own messages with markup in them. They take no values, so nothing that a visitor or an API wrote gets into it. */
type HtmlMessage = "paystatus:leave.textHtml";

interface DialogButton {
  label?: string;
  /** Shows the spinner, also before the button is pressed. */
  isLoading?: boolean;
  /** Closes the dialog, unless it returns false or a promise of false. */
  onPress?: () => unknown;
}

export interface DialogProps {
  title?: string;
  message?: ReactNode;
  messageHtml?: HtmlMessage;
  hasCloseIcon?: boolean;
  hasOverlay?: boolean;
  cancel?: DialogButton;
  confirm?: DialogButton;
  /** Undefined: open until the user closes it. */
  isOpen?: boolean;
  onClose?: () => void;
}

/** A modal dialog. Title, message, close icon and both buttons are optional. */
export function Dialog({ isOpen, ...props }: DialogProps) {
  const [wasClosed, setClosed] = useState(false);
  if (!(isOpen ?? !wasClosed)) return null;
  const onClose = () => {
    setClosed(true);
    props.onClose?.();
  };
  return <OpenDialog {...props} onClose={onClose} />;
}

type OpenProps = Omit<DialogProps, "isOpen"> & { onClose: () => void };

function OpenDialog({ title, message, messageHtml, hasCloseIcon, hasOverlay, cancel, confirm, onClose }: OpenProps) {
  const { t } = useTranslation("global");
  const { ref, titleId } = useModal(onClose);
  // On a phone it stands where the thumb is.
  const isLow = useIsMobile();
  const { isBusy, press } = usePress(onClose);
  const button = (part: "cancel" | "confirm", given: DialogButton, className: string, label: string) => (
    <button
      type="button"
      className={className}
      aria-busy={given.isLoading || isBusy === part}
      disabled={given.isLoading || isBusy !== undefined}
      onClick={() => press(part, given)}
    >
      {given.label ?? label}
    </button>
  );
  return (
    <dialog
      ref={ref}
      className={`dialog${hasOverlay ? " dialog-overlay" : ""}${isLow ? " dialog-low" : ""}`}
      aria-labelledby={title && titleId}
      onCancel={onClose}
    >
      {/* Here and not in the page's style sheet, because hardly any page has a dialog. */}
      <style>{styles}</style>
      {title !== undefined && <h2 id={titleId}>{title}</h2>}
      {message !== undefined && <div>{message}</div>}
      {messageHtml !== undefined && <HtmlText message={messageHtml} />}
      <div className="actions">
        {confirm && button("confirm", confirm, "button", cancel === undefined ? "OK" : t("dialog.confirm"))}
        {cancel && button("cancel", cancel, "button-quiet", t("dialog.cancel"))}
      </div>
      {hasCloseIcon && (
        <button type="button" className="dialog-close" aria-label={t("dialog.close")} onClick={onClose}>
          ×
        </button>
      )}
    </dialog>
  );
}

/** A parsed text runs no scripts. */
function HtmlText({ message }: { message: HtmlMessage }) {
  const { t } = useTranslation(["global", "paystatus"]);
  const text = t(message);
  const fill = useCallback(
    (element: HTMLElement | null) =>
      element?.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes),
    [text],
  );
  return <div ref={fill} />;
}

/**
 * Opens the dialog as a modal and stops the page behind it from scrolling. A page that comes back from the back/forward
 * cache comes without it: what the dialog was waiting for has happened.
 */
function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) close.current();
    };
    ref.current?.showModal();
    document.body.classList.add("overflow-hidden");
    window.addEventListener("pageshow", onPageShow);
    return () => {
      document.body.classList.remove("overflow-hidden");
      window.removeEventListener("pageshow", onPageShow);
    };
  }, []);
  return { ref, titleId: useId() };
}

/** A pressed button is busy until its promise ends; a rejected promise leaves the dialog open. */
function usePress(onClose: () => void) {
  const [isBusy, setBusy] = useState<"cancel" | "confirm">();
  const press = async (part: "cancel" | "confirm", { onPress }: DialogButton) => {
    const answer = onPress?.();
    if (answer instanceof Promise) setBusy(part);
    const keepsOpen = (await Promise.resolve(answer).catch(() => false)) === false;
    setBusy(undefined);
    if (!keepsOpen) onClose();
  };
  return { isBusy, press };
}

/** Narrower than 768 px; a fraction less than that is still narrow. */
const MOBILE = "(max-width: 767.98px)";

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(MOBILE);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** Whether the viewport is as narrow as a phone's, kept up to date. The server cannot know, and takes it to be wide. */
export const useIsMobile = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(MOBILE).matches,
    () => false,
  );
