/** What an event is told with that the funnel can be broken down by. */
export interface Cuts {
  language: string;
  channel?: string | undefined;
  scripts?: "on" | "off" | undefined;
  provider?: string;
}

interface Entry {
  name: string;
  /** Empty: the event must not tell of a browser. */
  frontId: string;
  cuts: Cuts;
}

interface Sale {
  network: string | null;
  click: string | null;
  frontId: string | null;
}

const NOT_TOLD = "(none)";
const FUNNEL = ["page_show", "plan_view", "plan_select", "pay_submit", "pay_result"];

/** An independent bookkeeper: notes what really happened, once, and adds up what must come out. */
export class Books {
  private readonly entries: Entry[] = [];
  /** The sales by order id. */
  readonly sales = new Map<string, Sale>();
  readonly refunds = new Set<string>();

  note(name: string, frontId: string, cuts: Cuts): void {
    this.entries.push({ name, frontId, cuts });
  }

  /** How many events of each name. */
  byName(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { name } of this.entries) counts[name] = (counts[name] ?? 0) + 1;
    return counts;
  }

  /** The browsers that may be known, sorted. */
  frontIds(): string[] {
    return [...new Set(this.entries.map(({ frontId }) => frontId))].filter((id) => id !== "").toSorted();
  }

  /** Events and browsers of each step, for each value of a cut; without a cut under one empty value. */
  funnels(by?: keyof Cuts): Record<string, Record<string, [events: number, visitors: number]>> {
    const steps = by === "provider" ? FUNNEL.slice(-2) : FUNNEL;
    const own = this.entries.filter(({ name }) => steps.includes(name));
    const scripted = new Map<string, "on" | "off">();
    for (const { frontId, cuts } of this.entries)
      if (cuts.scripts !== undefined && scripted.get(frontId) !== "on") scripted.set(frontId, cuts.scripts);
    // Whether scripts ran is not told with every event; then it is what the browser's other events say.
    const told = ({ frontId, cuts }: Entry): Cuts => ({
      ...cuts,
      scripts: cuts.scripts ?? (frontId === "" ? undefined : scripted.get(frontId)),
    });
    const cutOf = (entry: Entry) => (by === undefined ? "" : (told(entry)[by] ?? NOT_TOLD));
    const values = grouped(own, cutOf);
    return Object.fromEntries(
      [...values].map(([value, entries]) => [
        value,
        Object.fromEntries(steps.map((step) => [step, countOf(entries.filter(({ name }) => name === step))])),
      ]),
    );
  }

  /** What each network is owed for, as the ledger adds it up. */
  networks() {
    const sold = grouped([...this.sales], ([, { network }]) => network ?? "");
    return Object.fromEntries(
      [...sold].map(([network, orders]) => [
        network,
        {
          orders: orders.length,
          refunded: orders.filter(([id]) => this.refunds.has(id)).length,
          once: orders.length,
          never: 0,
          more: 0,
        },
      ]),
    );
  }
}

const countOf = (entries: readonly Entry[]): [number, number] => [
  entries.length,
  new Set(entries.map(({ frontId }) => frontId).filter((id) => id !== "")).size,
];

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}
