const LOCAL_PART = "[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*";
const LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const PATTERN = new RegExp(`^${LOCAL_PART}@(?:${LABEL}\\.)+[a-z]{2,}$`);

/** Trims the address and lowers its domain: phone keyboards add spaces and capitals. */
export function tidyEmail(text: string): string {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf("@");
  return at === -1 ? trimmed : trimmed.slice(0, at) + trimmed.slice(at).toLowerCase();
}

export const isEmail = (text: string): boolean => PATTERN.test(text);

/** The name of the button that takes the suggestion. */
export const EMAIL_USE = "email_use";

/** Asked once about an address that looks mistyped; sending the form again unchanged confirms the address. */
export interface EmailQuestion {
  /** What was typed. */
  asked: string;
  /** Missing where the question was already answered: the form then only carries `asked`. */
  open?: OpenQuestion;
}

interface OpenQuestion {
  suggested: string;
  /** The question, and the words of its two buttons. */
  text: string;
  use: string;
  keep: string;
}
