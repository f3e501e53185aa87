/** How much a run does. */
export interface Effort {
  /** Repetitions of what is compared; each round has all sides of a comparison. */
  rounds: number;
  /** How long one side of a round is loaded; milliseconds. */
  sideMs: number;
  /** Loads of each page in the browser. */
  pageLoads: number;
  /** Views of each page that is warm, to count calls. */
  warmViews: number;
  /** Views at once on a site that has just started. */
  coldViews: number;
  /** Views after which memory is read. */
  memoryViews: readonly number[];
  starts: number;
  purchases: number;
  /** Orders that a small and a large sandbox have. */
  orders: readonly [number, number];
  /** Orders that payments of our own have. */
  paidOrders: readonly number[];
  /** Purchases there that are measured, by so many buyers at once. */
  sales: number;
  buyersAtOnce: number;
  /** How long nobody buys there. */
  idleMs: number;
  /** Languages whose pages are weighed. */
  languages: number;
  /** Steps of connections at once, for the plot. */
  steps: readonly number[];
}

const ORDINARY: Effort = {
  rounds: 5,
  sideMs: 250,
  pageLoads: 4,
  warmViews: 40,
  coldViews: 1_000,
  memoryViews: [1_000, 5_000],
  starts: 4,
  purchases: 12,
  orders: [1_000, 100_000],
  paidOrders: [1_000, 100_000],
  sales: 600,
  buyersAtOnce: 16,
  idleMs: 10_000,
  languages: 26,
  steps: [1, 2, 4, 8, 16, 32, 64, 128, 256],
};

/** Only shows that everything works: its figures mean nothing. */
const QUICK: Effort = {
  rounds: 1,
  sideMs: 60,
  pageLoads: 1,
  warmViews: 5,
  coldViews: 100,
  memoryViews: [100],
  starts: 1,
  purchases: 1,
  orders: [10, 1_000],
  paidOrders: [16, 160],
  sales: 20,
  buyersAtOnce: 4,
  idleMs: 1_000,
  languages: 2,
  steps: [1, 8],
};

const FULL: Effort = {
  ...ORDINARY,
  rounds: 9,
  pageLoads: 9,
  starts: 9,
  purchases: 30,
  orders: [1_000, 1_000_000],
  paidOrders: [1_000, 100_000, 1_000_000],
};

export const effortOf = ({ quick, full }: { quick: boolean; full: boolean }): Effort => {
  if (quick) return QUICK;
  return full ? FULL : ORDINARY;
};
