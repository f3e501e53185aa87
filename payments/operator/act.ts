import { masked } from "../api/proof/owner";
import type { Money } from "../machine/money";

const ADDRESS = /[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g;

/** With every address masked that stands anywhere in it: what buyers, operators and providers wrote may have some. */
export const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, (address) => masked(address));

/** What an operator did wrong. The message is for them, and has no whole addresses. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  constructor(message: string) {
    super(withoutAddresses(message));
  }
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
  /** The order that it changes, or is about; null: none is known. */
  orderId: string | null;
  question: string;
  /** What moves, if money does. */
  money?: Money;
  /** @returns what came of it @throws OperatorError */
  run(asked: Asked): Promise<string>;
}
