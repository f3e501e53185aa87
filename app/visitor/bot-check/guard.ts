/** Where the bot check's script is, and the key it is asked with; both come from the payments API. */
export interface BotCheckSettings {
  siteKey: string;
  /** An origin. */
  host: string;
}

/** What a form carries where the bot check guards what it asks for. */
export interface FormGuard {
  /** When the form was made, and for which attempt; signed by the server. */
  stamp: string;
  /** Missing where the payments API names no script. */
  botCheck?: BotCheckSettings;
}
