import { Session } from "node:inspector/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { forgetEvents, sendLastEvents } from "~/analytics/event-queue.server";
import { forgetWatchedOrders } from "~/orders/order-watch.server";
import { BUYER } from "../buying";
import { fieldsOf, leadsTo, page, post } from "../site";

/** Whoever follows a form that pays meets no more files of app/ than this. Lower it when there are fewer. */
const MOST_FILES = 50;
const APP = fileURLToPath(new URL("../../../app/", import.meta.url));
const inApp = (url: string): string | undefined => {
  const file = url.startsWith("file:") ? fileURLToPath(url) : url;
  return file.startsWith(APP) ? file.slice(APP.length).replace(/\?.*/, "") : undefined;
};

/** What Vite makes of `export`: it runs where another file reads a name, and nothing of the file's own does. */
const EXPORT = /^get\(\)\s*\{ try \{ return [\w.]+ \} catch \{\} \}$/;

/** The files of app/ of which V8 saw a function run meanwhile. */
async function filesAwakeDuring(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post("Debugger.enable");
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const awake = new Set<string>();
  for (const { scriptId, url, functions } of result) {
    const file = inApp(url);
    if (file === undefined) continue;
    const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId });
    const ran = functions.flatMap(({ ranges }) => ranges).filter(({ count }) => count > 0);
    if (ran.some(({ startOffset, endOffset }) => !EXPORT.test(scriptSource.slice(startOffset, endOffset))))
      awake.add(file);
  }
  session.disconnect();
  return [...awake].sort();
}

it("a form that pays wakes few files", async () => {
  const filledIn = async (email: string) => fieldsOf(await page("/payment/year"), { ...BUYER, email });
  // What runs once, at the first form, is loading.
  await post("/payment/year", await filledIn("first@example.com"));
  // Its order would be asked about five seconds later, which may be meanwhile.
  forgetWatchedOrders();
  const fields = await filledIn("buyer@example.com");
  // Events would be sent a second after their pages.
  await sendLastEvents(1_000);
  forgetEvents();
  const answers: Response[] = [];
  const files = await filesAwakeDuring(async () => answers.push(await post("/payment/year", fields)));
  expect(answers.map(leadsTo)).toEqual(["/redirect"]);
  expect(files).toContain("checkout/check-form.server.ts");
  expect(files.length, files.join("\n")).toBeLessThanOrEqual(MOST_FILES);
});
