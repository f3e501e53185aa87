import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { invoiceList } from "~/upstream/contract/invoices";
import { signedLinkQuery } from "~/upstream/contract/signed-link";
import { profile } from "~/upstream/contract/visitor";
import { checkoutLink, signedUser } from "../../docs/apps/checkout-link";
import { linkSigner } from "../../payments/links/signed-links";
import { ask } from "../../tools/contract/client";
import { runningSandbox, SITE } from "../sandbox/running-sandbox";
import { needsFile } from "../sandbox/shared-database";

const DOCS = join(import.meta.dirname, "../../docs");
const page = readFileSync(join(DOCS, "apps.md"), "utf8");

/** The rows of the page's table of signs. */
const VECTORS = [...page.matchAll(/^\| (\d+) \| (\d+) \| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \|$/gm)].map(
  ([, uid = "", time = "", token = "", sign = ""]) => ({ uid, time, token: `${uid}.${time}.${token}`, sign }),
);
const KEY = /^Key: `(.+)`/m.exec(page)?.[1] ?? "";

describe("the sign that docs/apps.md tells", () => {
  it("has examples", () => {
    expect(VECTORS).toHaveLength(3);
    expect(KEY).not.toBe("");
  });

  it.each(VECTORS)("is made by the example in TypeScript, for user $uid", ({ uid, time, token, sign }) => {
    const query = signedUser(KEY, { uid: Number(uid), sid: 101, time: Number(time) });
    expect(query).toEqual({ uid, sid: "101", sign_timestamp: time, token, sign });
  });

  it.each(VECTORS)("is the sandbox's, for user $uid", ({ uid, time, token, sign }) => {
    const signer = linkSigner({ current: KEY, previous: KEY });
    expect(signer.linkQuery(Number(uid), 101, Number(time))).toMatchObject({ token, sign });
  });

  it("opens an account of the running sandbox, made with its key", needsFile, async () => {
    const target = await runningSandbox();
    const { current } = z
      .object({ current: z.string() })
      .parse(JSON.parse(readFileSync(join(target.dataDir, "link-keys.json"), "utf8")));
    const user = signedUser(current, { uid: 4242, sid: 101, time: Date.now() });
    const link = new URL(checkoutLink(`${SITE}/redirect?to=payment`, user, { store: "apple", storefront: "DE" }));
    const { uid, sign_timestamp, token, sign } = signedLinkQuery.parse(Object.fromEntries(link.searchParams));
    const headers = { Authorization: `Bearer ${token}` };
    expect(await ask(target, profile, { headers })).toMatchObject({ user_id: 4242 });
    const body = { user_id: uid, signed_time: sign_timestamp, sign };
    expect((await ask(target, invoiceList, { body })).scope).toBe("account");
  });
});

it("every file and page that docs/apps.md links is there", () => {
  const links = [...page.matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, target = ""]) => target);
  expect(links.length).toBeGreaterThan(4);
  expect(links.filter((target) => !existsSync(join(DOCS, target)))).toEqual([]);
});
