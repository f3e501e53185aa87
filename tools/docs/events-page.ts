import { resolve } from "node:path";
import { EVENTS } from "~/analytics/event-list";

export const EVENTS_PAGE = resolve(import.meta.dirname, "../../docs/events.md");

const HEAD = `# Analytics events

What the site tells the payments API (\`POST /api/mms/analytics/v1/events\`), for those who read it there. This file is made from
\`app/analytics/event-list.ts\` by \`npm run docs:events\`; why it is so is in \`docs/decisions/017-analytics-and-consent.md\`.

## Every event

| field | meaning |
| --- | --- |
| \`event_datetime\`, \`event_timestamp\` | When it happened: in the time zone Asia/Shanghai, and in microseconds since 1970. |
| \`event_name\`, \`event_params\` | Which event, and its parameters below. \`event_id\` is among them: an event that comes twice has the same one. |
| \`front_id\` | The browser's id: a UUID that it keeps for a year. Empty where the buyer of an order did not agree to be counted, and where a browser without cookies does something that shows no page. |
| \`user_properties\` | What is known of the visitor: \`utm_source\`, \`utm_medium\`, \`utm_campaign\`, \`utm_term\`, \`utm_content\`, \`channel\`, \`affiliate\`, \`scripts\` (on or off). |
| \`language\` | The page's language code. |
| \`device\` | \`os_name\`, \`os_version\`, \`isIos\`, \`isAndroid\`, as the browser names itself: an iPad that calls itself a Mac, as its Safari does, is macOS. |
| \`country\`, \`country_code\`, \`ip\` | Where the visitor is, by their network address; empty where that could not be told in ten seconds. |
| \`app_name\`, \`app_type\`, \`app_info\` | The app that the visitor came from, and the version of the site. \`access_type\` is always \`checkout\`. |

\`user_id\` beside the events is the number of the account that an app's link names, else \`front_id\`.

Who did not agree, or sends a privacy signal, is in no event but \`pay_result\`. No event has an e-mail address, a token or a coupon;
an order's number is in \`pay_result\` only.

An answer that leads to another page shows nothing, so it records only what has happened: what a form did, \`pay_return\` and
\`language_switch\`. The page that it leads to is one visit.
`;

const rowOf = ([name, param]: [string, { kind: string; meaning: string; isOptional?: true }]): string =>
  `| \`${name}\` | ${param.kind}${param.isOptional ? ", may be missing" : ""} | ${param.meaning} |`;

const tableOf = (params: Parameters<typeof rowOf>[0][]): string =>
  params.length === 0 ? "" : `\n| parameter | kind | meaning |\n| --- | --- | --- |\n${params.map(rowOf).join("\n")}\n`;

const sectionOf = ([name, { meaning, params }]: [string, (typeof EVENTS)[keyof typeof EVENTS]]): string => {
  const reporter = name === "page_show" ? "browser" : "server";
  return `\n## ${name}\n\n${meaning} Recorded by the ${reporter}.\n${tableOf(Object.entries(params))}`;
};

/** docs/events.md, for analysts. */
export const eventsPage = (): string => HEAD + Object.entries(EVENTS).map(sectionOf).join("");
