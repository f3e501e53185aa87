import { firstOf } from "./parameters";

const CHANNEL = /^[A-Za-z0-9._-]{1,64}$/;

/** The channel of all visitors from the network CJ. */
export const CJ_CHANNEL = "cj";

/** The text if it can be a channel: the same check for addresses, the cookie, session storage and X-From. */
export const asChannel = (text: string): string | undefined => (CHANNEL.test(text) ? text : undefined);

/** The channel in an address. */
export const channelIn = (params: URLSearchParams): string | undefined => asChannel(firstOf(params, "channel"));
