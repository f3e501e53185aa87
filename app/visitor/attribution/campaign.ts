import { firstOf } from "./parameters";

/** The parameters of a campaign's links. */
const CAMPAIGN_PARAMS = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** Where an advertisement's link says that it stood. Only the values that it has; never empty. */
export type Campaign = Partial<Record<(typeof CAMPAIGN_PARAMS)[number], string>>;

/** Text of any language. Of the invisible characters only the two joiners that some scripts need. */
const PRINTABLE = /^(?:[^\p{C}\p{Zl}\p{Zp}]|[\u200c\u200d])+$/u;

const MOST_CHARACTERS = 100;
/** Browsers keep no cookie of more than 4096 bytes, so five values have to fit, as JSON and percent-encoded. */
const MOST_BYTES = 750;

const bytesIn = (text: string): number => encodeURIComponent(JSON.stringify(text)).length;

/** The beginning of a text that is not too long; characters stay whole. */
function cut(text: string): string {
  const characters = [...text].slice(0, MOST_CHARACTERS);
  while (bytesIn(characters.join("")) > MOST_BYTES) characters.pop();
  return characters.join("");
}

function valueIn(params: URLSearchParams, name: string): string {
  const value = firstOf(params, name).trim();
  return PRINTABLE.test(value) ? cut(value).trim() : "";
}

/** The campaign in an address; undefined where it names none. */
export function campaignIn(params: URLSearchParams): Campaign | undefined {
  const values = CAMPAIGN_PARAMS.map((name): [string, string] => [name, valueIn(params, name)]);
  const given = values.filter(([, value]) => value !== "");
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
