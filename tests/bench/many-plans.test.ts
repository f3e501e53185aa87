import { expect, it } from "vitest";
import { withPlans } from "../../tools/bench/doubles/many-plans";

const plan = { id: "yearly", product_id: 594103, money: "$47.88" };

it("there are as many plans as asked for, and each copy has an id and a product of its own", () => {
  expect(withPlans({ plans: [plan, { ...plan, id: "weekly", product_id: 594101 }] }, 5)).toEqual({
    plans: [
      plan,
      { ...plan, id: "weekly", product_id: 594101 },
      { ...plan, id: "yearly-1", product_id: "594103-1" },
      { ...plan, id: "weekly-1", product_id: "594101-1" },
      { ...plan, id: "yearly-2", product_id: "594103-2" },
    ],
  });
});

it("an answer without plans is no answer", () => {
  expect(() => withPlans({ plans: [] }, 5)).toThrow();
});
