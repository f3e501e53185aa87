import { type Caller, callForAnybody } from "~/upstream/client/client.server";
import { redemption } from "./contract/apps/redemptions";
import type { AnswerOf, BodyOf } from "./contract/endpoint";

/** Has a code made that lets the buyer's app in; the order's older one is over then. @throws UpstreamError */
export const makeRedemption = (body: BodyOf<typeof redemption>, caller: Caller): Promise<AnswerOf<typeof redemption>> =>
  callForAnybody(redemption, { body }, caller, { circuit: "optional" });
