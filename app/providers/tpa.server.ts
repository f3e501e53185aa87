import { askTpaResult } from "~/upstream/purchases.server";
import { type AppFlow, confirmed } from "./provider";

/** `tpa`: bought from within the app through an agent. */
export const tpa: AppFlow = { ask: (purchase, caller) => askTpaResult(confirmed(purchase), caller) };
