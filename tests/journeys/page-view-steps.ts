import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import { type AnalyticsEvent, analyticsEvent } from "~/upstream/contract/analytics";
import type { Journey } from "./journey";

const toldEvents = z.object({ events: z.array(analyticsEvent) });

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
interface ToldView {
  path: string | undefined;
  id: string | undefined;
  scripts: string | undefined;
}

function toldView({ event_params, user_properties }: AnalyticsEvent): ToldView {
  const textOf = (name: string) => {
    const value = [...event_params, ...user_properties].find(({ key }) => key === name)?.value;
    return value !== undefined && "string_value" in value ? value.string_value : undefined;
  };
  return { path: textOf("path"), id: textOf("event_id"), scripts: textOf("scripts") };
}

async function toldViews({ visitor: { addresses } }: Journey, frontId: string): Promise<ToldView[]> {
  const query = new URLSearchParams({ name: "page_show", front_id: frontId });
  const answer = await fetch(`${addresses.sandbox}/control/events.json?${query}`);
  const { events } = toldEvents.parse(await answer.json());
  return events.sort((one, other) => one.event_timestamp - other.event_timestamp).map(toldView);
}

/** The payments API has been told of these views, and of no others. The server waits for the visitor's country first. */
export async function expectViews(journey: Journey, frontId: string, views: Partial<ToldView>[]): Promise<void> {
  const told = expect.poll(() => toldViews(journey, frontId), { timeout: 30_000, interval: 250 });
  await told.toEqual(views.map((view) => expect.objectContaining(view)));
}

/** Opens a page. @returns the id of its document's request */
export async function openDocument({ page }: Journey, path: string): Promise<string | undefined> {
  const answer = await page.goto(path);
  return answer?.headers()["x-request-id"];
}

/** As after a step back to a page that the browser had kept; the browser of the journeys keeps none. */
export const comeBack = ({ page }: Journey) =>
  page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });

/** How many views wait in the browser. */
export const waitForKept = ({ page }: Journey, count: number) =>
  page.waitForFunction((wanted) => JSON.parse(localStorage.getItem("views") ?? "[]").length === wanted, count);
