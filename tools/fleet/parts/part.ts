import type { Fleet } from "../fleet";
import type { Book } from "../load/book";
import type { FleetScore } from "../score";

/** What a part has to work with. */
export interface Stage {
  fleet: Fleet;
  book: Book;
  score: FleetScore;
  /** How much it does. */
  amount: number;
  seed: number;
  report(done: number, of: number): void;
}
