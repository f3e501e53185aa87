import type { SoldTerms } from "~/upstream/contract/agreement";

export const KINDS = ["once", "subscription", "paid_trial", "free_trial", "trial_without_method"] as const;
export type Kind = (typeof KINDS)[number];

/** Each kind of sale with each other. */
export const PAIRS = KINDS.flatMap((before) =>
  KINDS.filter((after) => after !== before).map((after) => [before, after] as const),
);

/** The settings under which the sandbox sells its weekly plan in each way. */
export const WAYS = {
  once: { trial: "none", weekly_renews: "off" },
  subscription: { trial: "none" },
  paid_trial: { trial: "paid" },
  free_trial: { trial: "free" },
  trial_without_method: { trial: "free_without_card" },
} as const satisfies Record<SoldTerms["sale"], Record<string, string>>;
