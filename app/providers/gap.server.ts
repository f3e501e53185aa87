import { askGapResult } from "~/upstream/purchases.server";
import { type AppFlow, confirmed } from "./provider";

/** `gap`: bought in the app's store. */
export const gap: AppFlow = { ask: (purchase, caller) => askGapResult(confirmed(purchase), caller) };
