import type { Browser, BrowserContext, Page, Route } from "playwright-core";
import { complaintsOf } from "../../../tests/journeys/complaints";
import type { Score, Task } from "../score";
import { sideBySide } from "../side-by-side";
import type { Suspect } from "./hostile";
import { RAN } from "./payloads";

/** Opens a window of a real browser. */
export type OpenWindow = (options: Parameters<Browser["newContext"]>[0]) => Promise<BrowserContext>;

const AT_ONCE = 2;
/** All that a page can be answered with; the browser writes them on its console. */
const REFUSALS = Array.from({ length: 200 }, (_, at) => 400 + at);

/**
 * Opens pages as they were answered, with scripts, in a real browser: nothing that came in may run, no dialog may open, no
 * policy may be broken and nobody may be taken elsewhere.
 */
export async function replay(
  score: Score,
  suspects: readonly Suspect[],
  { site, open }: { site: string; open: OpenWindow },
  report: Task["report"],
): Promise<void> {
  let done = 0;
  await sideBySide(suspects.length, AT_ONCE, async (number) => {
    const suspect = suspects[number];
    if (suspect === undefined) return;
    const context = await open({ javaScriptEnabled: true });
    try {
      const complaints = await openIn(context, suspect, site);
      score.failures.push(...complaints.map((complaint) => `${suspect.what}, in a browser: ${complaint}`));
    } catch (error) {
      score.failures.push(`${suspect.what}, in a browser: ${error instanceof Error ? error.message : error}`);
    } finally {
      await context.close();
    }
    done += 1;
    report(done, suspects.length);
  });
}

async function openIn(context: BrowserContext, suspect: Suspect, site: string): Promise<string[]> {
  const complaints = complaintsOf(context, site, REFUSALS);
  await context.exposeBinding(RAN, () => complaints.push("a script of the input has run"));
  await context.route("**/*", (route) => serve(route, suspect, site, complaints));
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog opened: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  await page.goto(suspect.address, { waitUntil: "load" });
  complaints.push(...(await trapsOn(page)));
  return complaints;
}

/** The page itself as it was answered, the site's files as they are, and nothing else. */
async function serve(route: Route, { address, answer }: Suspect, site: string, complaints: string[]): Promise<void> {
  const request = route.request();
  const url = new URL(request.url());
  if (request.isNavigationRequest() && url.href === new URL(address).href) {
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === "string" && !OF_CONNECTION.includes(name) ? [[name, value] as const] : [],
    );
    return route.fulfill({ status: answer.status, headers: Object.fromEntries(headers), body: answer.body });
  }
  if (url.origin === site) return route.continue();
  if (url.hostname.endsWith("evil.example")) complaints.push(`it asked for ${url}`);
  return route.abort("aborted");
}

const OF_CONNECTION = ["content-length", "transfer-encoding", "connection", "keep-alive", "set-cookie"];

/** Whatever would run once somebody pressed, pointed or typed. */
const trapsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap(({ attributes, tagName }) =>
      [...attributes]
        .filter(({ name, value }) => /^on|^srcdoc$|^style$/.test(name) || /^\s*(javascript|vbscript):/i.test(value))
        .filter(({ name, value }) => name !== "value" || tagName !== "INPUT" || value === "")
        .map(({ name, value }) => `${tagName} has ${name}=${value.slice(0, 80)}`),
    ),
  );
