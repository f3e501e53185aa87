/** The origin of the bot check's script and its site key; both come from the payments API. */
export interface BotCheckSettings {
  siteKey: string;
  /** An origin. */
  host: string;
}

/** The bot check of a form that needs it; its signed stamp is one of the form's own fields. */
export interface FormGuard {
  /** Missing where the payments API names no script. */
  botCheck?: BotCheckSettings;
}
