import type { Page } from "../../rig/plain-browser";
import type { Step } from "../../rig/steps";
import { hasWordsOf } from "../../rig/words";
import { Traffic, underTraffic } from "../load/traffic";
import { asEveryDay, type View } from "../load/views";
import type { Stage } from "./part";

/** So many pages are looked at before PostgreSQL comes back. */
const VIEWS = 200;

/** PostgreSQL dies and comes back while people look and buy. */
export async function database({ fleet, book, score, amount, seed, report }: Stage): Promise<void> {
  const seen = { kept: 0, refused: 0 };
  const rules = {
    view: (view: View) => {
      if (view.status === 200) seen.kept += 1;
      else seen.refused += 1;
      return whileAway(view);
    },
    buyer: (page: Page, step: Step) => buyerWhileAway(page, step, fleet.addresses.site),
  };
  const traffic = new Traffic(score, fleet.addresses, book, seed);
  await underTraffic(traffic, async () => {
    for (let done = 0; done < amount; done += 1) {
      await traffic.untilBought(3);
      traffic.rules = rules;
      await fleet.postgres.crash();
      score.events += 1;
      await traffic.untilSeen(VIEWS);
      await fleet.postgres.start();
      // Whoever began meanwhile comes to the end of it, under the same rules.
      await traffic.untilBought(6);
      report(done + 1, amount);
    }
  });
  score.details.push(`  while it was away, ${seen.kept} views got a page and ${seen.refused} a translated refusal`);
}

/** A page as on any day, or a refusal in the visitor's language that says when to come again. */
function whileAway(view: View): string | undefined {
  const { status, headers, text } = view;
  if (status === 200) return asEveryDay(view);
  if (status !== 503) return `answered ${status}`;
  if (!headers.has("retry-after")) return "answered 503 without Retry-After";
  return hasWordsOf(text.lang, text.heading) ? undefined : `was refused with the heading "${text.heading}"`;
}

/** Pages of the sandbox are no part of the site. */
function buyerWhileAway({ address, status, headers, content }: Page, _step: Step, site: string): string | undefined {
  if (address.origin !== site) return undefined;
  const heading = content.querySelector("h1")?.textContent?.trim() ?? "";
  if (!hasWordsOf(content.documentElement.lang, heading)) return `answered ${status} with the heading "${heading}"`;
  if (status === 503 && !headers.has("retry-after")) return "answered 503 without Retry-After";
  return undefined;
}
