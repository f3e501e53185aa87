import { useTranslation } from "react-i18next";

interface Props {
  /** The check's script could not be loaded. */
  hasFailed: boolean;
}

/** The fields of the bot check beside its stamp, which is one of the form's own: a hidden text field that only robots fill in. Its script adds the token. */
export function BotCheckFields({ hasFailed }: Props) {
  const { t } = useTranslation("checkout");
  return (
    <div className="bot-check">
      {/* A token is valid once, so the browser must not restore an old one. */}
      <input type="hidden" name="recasign" defaultValue="" autoComplete="off" />
      <label className="visually-hidden" aria-hidden="true">
        {t("botCheck.leaveEmpty")} <input type="text" name="subject" tabIndex={-1} autoComplete="off" />
      </label>
      <p className="hint" role="status">
        {hasFailed && t("botCheck.failed")}
      </p>
    </div>
  );
}
