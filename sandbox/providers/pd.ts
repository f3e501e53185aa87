import { randomInt } from "node:crypto";
import { type Simulator, withQuery } from "./simulator";

/** A pay link like Paddle Classic's, also opened in a frame. It has a single return address. */
export const pd: Simulator = {
  name: "Sandbox merchant of record",
  rights: { scripts: true, frame: true },
  newReference: () => `${randomInt(1e8, 1e9)}-chre${randomInt(2 ** 47).toString(36)}`,
  wayBack: ({ attempt }) => ({
    method: "get",
    address: withQuery(attempt.return_url, { checkout: attempt.reference }),
  }),
};
