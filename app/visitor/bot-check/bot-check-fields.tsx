import { useTranslation } from "react-i18next";

interface Props {
  /** When the form was made, and for which attempt; signed by the server. */
  stamp: string;
  /** The check's script could not be loaded. */
  hasFailed: boolean;
}

/** The fields of the bot check: the stamp, and a hidden text field that only robots fill in. Its script adds the token. */
export function BotCheckFields({ stamp, hasFailed }: Props) {
  const { t } = useTranslation("checkout");
  return (
    <div className="bot-check">
      <input type="hidden" name="stamp" value={stamp} />
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
