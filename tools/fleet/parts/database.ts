import type { Page } from "../../rig/plain-browser";
import type { Step } from "../../rig/steps";
import { hasWordsOf } from "../../rig/words";
import { Traffic, underTraffic } from "../load/traffic";
import { asEveryDay, type View } from "../load/views";
import type { Stage } from "./part";

/** So many pages are looked at before PostgreSQL comes back. */
const VIEWS = 400;
/** Enough for some to be at every step when it goes. */
const BUYERS = 4;

/** PostgreSQL dies and comes back while people look and buy. */
export async function database(stage: Stage): Promise<void> {
  const { fleet, score, amount, report } = stage;
  const { site } = fleet;
  const seen = { views: 0, refusals: 0 };
  const count = (status: number): void => {
    seen[status < 400 ? "views" : "refusals"] += 1;
  };
  const view = (found: View) => {
    count(found.status);
    return viewWhileAway(found);
  };
  const buyer = (page: Page, step: Step) => {
    if (page.address.origin !== site) return undefined;
    count(page.status);
    const wrong = wrongWhileAway(page);
    return wrong && `${step} ${wrong}`;
  };
  const traffic = new Traffic(stage, { buyers: BUYERS, hasNewApps: true });
  await underTraffic(traffic, async () => {
    for (let done = 0; done < amount; done += 1) {
      await traffic.untilBought(BUYERS);
      // Until the end: whoever began meanwhile comes to the end of it under the same rules.
      traffic.rules = { view, buyer };
      await fleet.postgres.crash();
      score.events += 1;
      await traffic.untilSeen(VIEWS);
      await fleet.postgres.start();
      await traffic.untilBought(2 * BUYERS);
      report(done + 1, amount);
    }
  });
  score.details.push(`  from the first crash on, ${seen.views} pages and ${seen.refusals} translated refusals`);
}

/** A page as on any day, or a refusal in the visitor's language. */
function viewWhileAway(view: View): string | undefined {
  const { status, headers, text } = view;
  if (status < 500) return asEveryDay(view);
  return wrongRefusal(status, headers, text.lang, text.heading);
}

/** Also forms that come back because nothing could be sent. */
function wrongWhileAway({ status, headers, content }: Page): string | undefined {
  const heading = content.querySelector("h1")?.textContent?.trim() ?? "";
  return wrongRefusal(status, headers, content.documentElement.lang, heading);
}

/** In words of the visitor's language; one for later says when to come again. */
function wrongRefusal(status: number, headers: Headers, lang: string, heading: string): string | undefined {
  if (!hasWordsOf(lang, heading)) return `answered ${status} with the heading "${heading}"`;
  return status === 503 && !headers.has("retry-after") ? "answered 503 without Retry-After" : undefined;
}
