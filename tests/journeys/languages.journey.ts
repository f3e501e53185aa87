import { expect } from "vitest";
import { journey } from "./journey";
import { pathOf, redirectsBefore } from "./redirects";
import { Visitor } from "./visitor";

journey(
  "a browser that asks for German gets the German home page in one step",
  { browserLanguage: "de-DE" },
  async (trip) => {
    const { page, visitor, site } = trip;
    const answer = await page.goto("/");
    expect(redirectsBefore(answer)).toBe(1);
    expect(pathOf(page.url())).toBe("/de");
    const german = new Visitor(page, "de", site.addresses, visitor.email);
    await german.expectHeading(german.t("home:title"));
  },
);
