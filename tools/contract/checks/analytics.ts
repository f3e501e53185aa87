import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { analyticsEvents, MOST_EVENTS } from "~/upstream/contract/analytics";
import { analyticsEventOf } from "../analytics-event";
import type { Check } from "../check";
import { ask, insideOf, send } from "../client";

export const analyticsChecks: readonly Pick<Check, "name" | "run">[] = [
  {
    name: "a full batch of analytics events is accepted",
    run: async (target) => {
      const front_id = randomUUID();
      const events = Array.from({ length: MOST_EVENTS }, () =>
        analyticsEventOf({ params: { path: "/payment", route_name: "payment___en" } }, { front_id }),
      );
      await ask(target, analyticsEvents, { body: { user_id: front_id, events } });
    },
  },
  {
    name: "the same analytics events are accepted twice, also of a visitor without any id",
    run: async (target) => {
      const body = { user_id: "", events: [analyticsEventOf()] };
      await ask(target, analyticsEvents, { body });
      await ask(target, analyticsEvents, { body });
    },
  },
  {
    name: "a malformed batch of analytics events is refused",
    run: async (target) => {
      const { event_name: _left, ...event } = analyticsEventOf();
      const answered = await send(target, analyticsEvents, { body: { user_id: "", events: [event] } });
      assert.throws(() => insideOf(answered), /refused/, "an event without a name was accepted");
    },
  },
];
