import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { eventsAt, untilReported } from "./api-events";
import type { Journey } from "./journey";

/** Somebody who agreed to be told of, by an id of their own. @returns the id */
export async function agree({ context, visitor }: Journey): Promise<string> {
  const frontId = randomUUID();
  const url = visitor.addresses.site;
  await context.addCookies([
    { name: "consent", value: "1", url },
    { name: "userId", value: frontId, url },
  ]);
  return frontId;
}

/** What a view says: the path, its event's id, whether the page runs scripts. */
interface ReportedView {
  path: unknown;
  id: unknown;
  scripts: unknown;
}

async function reportedViews({ visitor: { addresses } }: Journey, frontId: string): Promise<ReportedView[]> {
  const views = await eventsAt(addresses, { name: "page_show", front_id: frontId });
  return views.map(({ params, properties }) => ({
    path: params.path,
    id: params.event_id,
    scripts: properties.scripts,
  }));
}

/** The payments API has been told of these views, and of no others. The server waits for the visitor's country first. */
export async function expectViews(journey: Journey, frontId: string, views: Partial<ReportedView>[]): Promise<void> {
  const expected = views.map((view) => expect.objectContaining(view));
  await untilReported(async () => expect(await reportedViews(journey, frontId)).toEqual(expected));
}

/** Opens a page. @returns the id of its document's request */
export async function openDocument({ page }: Journey, path: string): Promise<string | undefined> {
  const answer = await page.goto(path);
  return answer?.headers()["x-request-id"];
}

/**
 * Opens a page whose browser tells of the view. @returns the id that the view has: that of the document's request, without scripts
 * that of the picture's, which is loaded instead
 */
export async function openCounted(journey: Journey, path: string): Promise<string | undefined> {
  if (journey.hasScripts) return openDocument(journey, path);
  const picture = journey.page.waitForResponse((answer) => new URL(answer.url()).pathname === "/events");
  await journey.page.goto(path);
  return (await picture).headers()["x-request-id"];
}

/** As after a step back to a page that the browser had kept; the browser of the journeys keeps none. */
export const comeBack = ({ page }: Journey) =>
  page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });

/** How many views wait in the browser. */
export const waitForStored = ({ page }: Journey, count: number) =>
  page.waitForFunction((wanted) => JSON.parse(localStorage.getItem("views") ?? "[]").length === wanted, count);
