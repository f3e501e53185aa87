/** One buyer's wish for one plan, as they know of it themselves. */
export interface Wish {
  readonly email: string;
  /** The price on the last form they have seen before they paid; undefined where nobody looked. */
  shown?: number;
  /** They have seen that it worked. */
  isServed: boolean;
  /** They close the window once they have paid, so nobody can say what they would have seen. */
  isGoneOncePaid?: true;
}

/** What all buyers of the fleet know: held against the database in the end. */
export class Book {
  readonly #wishes = new Map<string, Wish>();

  of(email: string): Wish {
    const known = this.#wishes.get(email) ?? { email: email.toLowerCase(), isServed: false };
    this.#wishes.set(email, known);
    return known;
  }

  get wishes(): readonly Wish[] {
    return [...this.#wishes.values()];
  }
}
