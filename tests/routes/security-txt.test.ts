import { expect, it } from "vitest";
import { env } from "~/env.server";
import { changeEnv } from "../env/changed-env";
import { get } from "./site";

const PATH = "/.well-known/security.txt";
const YEAR_MS = 365 * 86_400_000;

it("security.txt names whom to tell, until when that holds, and where it belongs", async () => {
  changeEnv({ securityContacts: ["mailto:security@example.com", "https://example.com/security"] });
  const answer = await get(PATH);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const [mail, page, expires = "", ...rest] = (await answer.text()).split("\n");
  expect([mail, page]).toEqual(["Contact: mailto:security@example.com", "Contact: https://example.com/security"]);
  const ends = Date.parse(expires.replace("Expires: ", ""));
  expect(ends).toBeGreaterThan(Date.now());
  expect(ends).toBeLessThan(Date.now() + YEAR_MS);
  expect(rest).toEqual([`Canonical: ${env().publicOrigin}${PATH}`, ""]);
});

it("without a contact there is no security.txt", async () => {
  expect((await get(PATH)).status).toBe(404);
});
