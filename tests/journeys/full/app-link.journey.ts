import { expect } from "vitest";
import { buyFromApp, buyWithExpiredLink, expectAddress, expectApp, openReceiptsByOldLink } from "../app-link-steps";
import { AppUser } from "../app-user";
import { buyHere } from "../buy";
import { journey } from "../journey";
import type { Visitor } from "../visitor";

async function buy(visitor: Visitor): Promise<void> {
  await visitor.choosePlan("monthly");
  await buyHere(visitor);
}

journey.withoutScripts(
  "a link of VPN Lite leads to a paid plan without entering anything, and to its receipt",
  buyFromApp({ sid: 114, app: "VPN Lite", manifests: 0 }),
);

journey.withoutScripts("the same link signs in again, in another browser too", async (trip) => {
  const user = new AppUser(trip);
  const { visitor } = user;
  const link = await user.link({ to: "/account" });
  const expectSignedIn = async ({ page }: Visitor) => {
    await page.goto(link);
    await page.getByRole("main").getByText(visitor.email, { exact: true }).waitFor();
  };
  await expectSignedIn(visitor);
  await expectSignedIn(visitor);
  await trip.inOtherBrowser(expectSignedIn);
});

journey.withoutScripts("a link opens each page it can name", async (trip) => {
  const user = new AppUser(trip);
  const {
    visitor,
    visitor: { page, t },
  } = user;
  const headings = {
    home: t("home:title"),
    pricing: t("pricing:title"),
    account: t("account:title"),
    receipts: t("receipts:empty.title"),
  } as const;
  for (const [name, heading] of Object.entries(headings)) {
    await page.goto(await user.link({ to: `/redirect?to=${name}` }));
    await visitor.expectHeading(heading);
  }
});

journey.withoutScripts(
  "a link to a page that is none is not found, and the plans are offered",
  { statuses: [404] },
  async (trip) => {
    const user = new AppUser(trip);
    const { visitor } = user;
    for (const wrong of ["evil", "//evil.example", "https://evil.example/", "redirect"]) {
      const answer = await trip.page.goto(await user.link({ to: `/redirect?to=${encodeURIComponent(wrong)}` }));
      expect(answer?.status()).toBe(404);
      expect(new URL(trip.page.url()).origin).toBe(trip.site.addresses.site);
      await visitor.expectHeading(visitor.t("errors:notFoundTitle"));
    }
    await visitor.follow(visitor.t("global:continueShopping"));
    await visitor.expectHeading(visitor.t("payment:heading"));
  },
);

journey.withoutScripts(
  "a link that lacks a part or was changed says so, and whoever has it buys all the same",
  async (trip) => {
    const user = new AppUser(trip);
    const { visitor } = user;
    const broken = async (change: (link: URLSearchParams) => void) => {
      const link = new URL(await user.link());
      change(link.searchParams);
      await trip.page.goto(link.href);
      await visitor.expectText(visitor.t("account:notice.unreadable"));
      expectAddress(visitor, "/payment?link=unreadable");
    };
    await broken((link) => link.delete("sign"));
    await broken((link) => link.set("sign", "f\u0000"));
    await broken((link) => link.set("uid", "-1"));
    await expectApp(visitor, "VPN Master");
    await buy(visitor);
  },
);

journey.withoutScripts(
  "a link that is no longer good says so, and whoever has it buys all the same",
  buyWithExpiredLink,
);

journey.withoutScripts(
  "a link that has a false sign, or is a day old, opens no receipts and says how to get to them",
  { statuses: [403] },
  openReceiptsByOldLink,
);
