import { expect } from "vitest";
import { buyHere } from "../buy";
import { journey } from "../journey";
import { expectSuccess } from "../ledger";
import type { Visitor } from "../visitor";

const scriptsOn = ({ page }: Visitor) => page.locator("script:not([type^='application/'])").count();

async function switchTo({ page, t }: Visitor, version: "light" | "full"): Promise<void> {
  await page.getByRole("button", { name: t(`footer:${version}Version`), exact: true }).click();
  await page.getByRole("button", { name: t(`footer:${version === "light" ? "full" : "light"}Version`) }).waitFor();
}

journey("whoever wants the light version gets pages without scripts, stays where they are, and buys", async (trip) => {
  const { visitor, page } = trip;
  await visitor.open("/payment/monthly");
  expect(await scriptsOn(visitor)).toBeGreaterThan(0);
  await switchTo(visitor, "light");
  expect(new URL(page.url()).pathname).toBe("/payment/monthly");
  expect(await scriptsOn(visitor)).toBe(0);
  await buyHere(visitor);
  expect(await scriptsOn(visitor)).toBe(0);
  await switchTo(visitor, "full");
  await expectSuccess(visitor);
  expect(await scriptsOn(visitor)).toBeGreaterThan(0);
});
