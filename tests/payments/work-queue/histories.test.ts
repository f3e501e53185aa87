import fc from "fast-check";
import { expect, it } from "vitest";
import { CLAIM_MS, type Held, type Processes, processes } from "./processes";

const COUNT = 3;

type Step = { does: "begins" | "ends" | "dies"; process: number } | { does: "waits"; ms: number };

const process = fc.integer({ min: 0, max: COUNT - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom("begins", "begins", "ends", "dies"), process }),
  fc.record({ does: fc.constant("waits"), ms: fc.constantFrom(1, CLAIM_MS) }),
);

/** What should stand in a row. */
interface Expected {
  tries: number;
  next_try_at: number;
  problem: string | null;
}

/** What processes do one after the other, beside what should come of it. */
class History {
  /** What each process works on at present. */
  readonly #held = new Map<number, Held>();
  readonly expected: Map<number, Expected>;

  constructor(
    private readonly all: Processes,
    ids: readonly number[],
  ) {
    this.expected = new Map(ids.map((id) => [id, { tries: 0, next_try_at: 0, problem: null }]));
  }

  async take(step: Step): Promise<void> {
    if (step.does === "waits") this.all.now += step.ms;
    else if (step.does === "begins") await this.#begin(step.process);
    else if (step.does === "ends") await this.#end(step.process);
    else this.#held.delete(step.process);
  }

  async #begin(process: number): Promise<void> {
    if (this.#held.has(process)) return;
    const { now } = this.all;
    const due = [...this.expected].filter(([, { next_try_at }]) => next_try_at <= now).map(([id]) => id);
    const held = await this.all.hold(process);
    if (held === undefined) return expect(due).toEqual([]);
    const { id, tries } = held.row;
    expect(due).toContain(id);
    this.#held.set(process, held);
    const problem = this.expected.get(id)?.problem ?? null;
    this.expected.set(id, { tries, next_try_at: now + CLAIM_MS, problem });
  }

  /** What comes of it counts where nobody has begun the same row since. */
  async #end(process: number): Promise<void> {
    const held = this.#held.get(process);
    if (held === undefined) return;
    this.#held.delete(process);
    const { id, tries } = held.row;
    const outcome = { problem: `process ${process}`, next_try_at: this.all.now + 1 };
    await held.end(outcome);
    if (this.expected.get(id)?.tries === tries) this.expected.set(id, { tries, ...outcome });
  }
}

it("however slow processes are, and whoever is killed: one has a row, and what stands in it is what that one has noted", async () => {
  const all = await processes(COUNT);
  const history = fc.tuple(fc.array(step, { minLength: 15, maxLength: 40 }), fc.integer({ min: 1, max: 3 }));
  await fc.assert(
    fc.asyncProperty(history, async ([steps, rows]) => {
      await all.of(0).db.deleteFrom("mails").execute();
      const ids = await all.enqueue(Array.from({ length: rows }, () => 0));
      const history = new History(all, ids);
      for (const one of steps) await history.take(one);
      expect(await all.rows()).toMatchObject(ids.map((id) => ({ id, ...history.expected.get(id) })));
    }),
    { numRuns: 40 },
  );
});
