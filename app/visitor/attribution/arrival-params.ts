import { clicksIn } from "./affiliates";
import { campaignIn } from "./campaign";
import { channelIn } from "./channel";

/** The parameters of an address, or fields of a form, that say where the visitor comes from: only those that can count. */
export function arrivalParams(given: URLSearchParams): Record<string, string> {
  const channel = channelIn(given);
  return { ...campaignIn(given), ...clicksIn(given), ...(channel === undefined ? {} : { channel }) };
}
