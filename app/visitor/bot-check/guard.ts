/** The origin of the bot check's script and its site key; both come from the payments API. */
export interface BotCheckSettings {
  siteKey: string;
  /** An origin. */
  host: string;
}

/** The bot check data of a form that needs it. */
export interface FormGuard {
  /** The form's time and attempt, signed by the server. */
  stamp: string;
  /** Missing where the payments API names no script. */
  botCheck?: BotCheckSettings;
}
