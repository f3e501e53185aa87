import { useTranslation } from "react-i18next";

interface Props {
  /** The check's script could not be loaded. */
  hasFailed: boolean;
}

/**
 * The fields of the bot check beside its stamp, which is one of the form's own: a text field that only robots see and fill in. Text
 * browsers, which hide nothing, show two blanks that nothing can be typed into. The check's script adds the token.
 */
export function BotCheckFields({ hasFailed }: Props) {
  const { t } = useTranslation("checkout");
  return (
    <div className="bot-check">
      <input type="text" name="subject" size={2} hidden readOnly autoComplete="off" />
      <p className="hint" role="status">
        {hasFailed && t("botCheck.failed")}
      </p>
    </div>
  );
}
