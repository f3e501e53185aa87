import type { Money } from "../machine/money";

/** What an operator did wrong. The message is for them. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
}

/** A page's form that was sent before: what it asks for was done then, or failed. */
export class AlreadySent extends OperatorError {}

/** Who asks for something, and why. */
export interface Asked {
  by: string | null;
  because: string | null;
  /** Of a page's form, which does its work once. */
  formKey?: string;
}

/** Something that was looked up and put into words, and is not done yet. The command line and the page ask, each in its way, then run it. */
export interface Act {
  /** The id of the order, event or account. */
  about: string;
  question: string;
  /** What moves, if money does. */
  money?: Money;
  /** @returns what came of it @throws OperatorError */
  run(asked: Asked): Promise<string>;
}
