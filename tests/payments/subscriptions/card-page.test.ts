import { createServer } from "node:http";
import express from "express";
import { expect, it, onTestFinished } from "vitest";
import { listen, originOf, stopListening } from "../../../payments/server/listen";
import { listedSubscription } from "../../../payments/subscriptions/listed-subscription";
import { cardAddress } from "../../../payments/subscriptions/provider/card-address";
import { cardPageRouter } from "../../../payments/subscriptions/provider/card-page";
import { openShop, type Sale, type Shop } from "./shop";

/** The page at the address that the site links to, with the API where it listens. */
async function visitCardPage(shop: Shop, sale: Sale): Promise<Response> {
  const server = createServer(express().use(cardPageRouter(shop.context)));
  await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => stopListening(server));
  const address = cardAddress(shop.context, await shop.subscription(sale));
  return fetch(`${originOf(server, "127.0.0.1")}${new URL(address ?? "").pathname}`, { redirect: "manual" });
}

it("the page for another card leads to the provider's, and from there to the site", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  const { status, headers } = await visitCardPage(shop, sale);
  expect(status).toBe(303);
  const page = new URL(headers.get("location") ?? "");
  expect(page.pathname).toBe(`/card/${sale.reference}`);
  expect(page.searchParams.get("back")).toBe("https://shop.test/renewal");
});

it("where the provider does not answer it says so, with a way back", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  shop.provider.mood = "down";
  const response = await visitCardPage(shop, sale);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("30");
  expect(await response.text()).toContain('href="https://shop.test/renewal"');
});

it("what is over has no such page", async () => {
  const shop = await openShop();
  const sale = await shop.buy();
  await shop.context.db.updateTable("subscriptions").set({ state: "ended" }).execute();
  expect((await visitCardPage(shop, sale)).status).toBe(404);
});

it.each([
  ["undo", undefined],
  ["none", false],
] as const)("the list says whether a renewal can come back: %s", async (resume, resumable) => {
  const shop = await openShop({ resume });
  const row = await shop.subscription(await shop.buy());
  expect((await listedSubscription(shop.context, shop.context.db, row)).resumable).toBe(resumable);
});
