import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { EVENTS_PAGE, eventsPage } from "../../tools/docs/events-page";

it("docs/events.md tells of the events as they are", () => {
  const isCurrent = readFileSync(EVENTS_PAGE, "utf8") === eventsPage();
  expect(isCurrent, "docs/events.md is out of date: run npm run docs:events").toBe(true);
});
