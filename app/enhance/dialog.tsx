import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNonce } from "~/nonce";
import styles from "./dialog.css?inline";

export interface DialogButton {
  label?: string;
  /** Shows the spinner, also before the button is pressed. */
  isLoading?: boolean;
  /** Closes the dialog, unless it returns false or a promise of false. */
  onPress?: () => unknown;
}

export interface DialogProps {
  title?: string;
  message?: ReactNode;
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

function OpenDialog({ title, message, hasCloseIcon, hasOverlay, cancel, confirm, onClose }: OpenProps) {
  const { t } = useTranslation("global");
  const { ref, titleId } = useModal();
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
      className={hasOverlay ? "dialog dialog-overlay" : "dialog"}
      aria-labelledby={title && titleId}
      onCancel={onClose}
    >
      {/* Here and not in the page's style sheet, because hardly any page has a dialog. */}
      <style nonce={useNonce()}>{styles}</style>
      {title !== undefined && <h2 id={titleId}>{title}</h2>}
      {message !== undefined && <div>{message}</div>}
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

/** Opens the dialog as a modal and stops the page behind it from scrolling. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
    document.body.classList.add("overflow-hidden");
    return () => document.body.classList.remove("overflow-hidden");
  }, []);
  return { ref, titleId: useId() };
}

/** A pressed button is busy until its promise settles; a rejected promise leaves the dialog open. */
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
