import { useTranslation } from "react-i18next";

interface Props {
  /** When the form was made, and for which attempt; signed by the server. */
  stamp: string;
  /** The check's script could not be loaded. */
  hasFailed: boolean;
}

/** What a form carries to show that a person sends it: with a token of the check's script, or without. */
export function BotCheckFields({ stamp, hasFailed }: Props) {
  const { t } = useTranslation("checkout");
  return (
    <div className="bot-check">
      <input type="hidden" name="stamp" value={stamp} />
      {/* Each token is good for one send, so a browser must not bring the last one back. */}
      <input type="hidden" name="recasign" defaultValue="" autoComplete="off" />
      <label className="visually-hidden" aria-hidden="true">
        {t("botCheck.leaveEmpty")}
        <input type="text" name="subject" tabIndex={-1} autoComplete="off" />
      </label>
      <p className="hint" role="status">
        {hasFailed && t("botCheck.failed")}
      </p>
    </div>
  );
}
