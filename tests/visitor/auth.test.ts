import { afterEach, expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { authOf, profileOf } from "~/visitor/identity/auth.server";
import { sessionCookie } from "~/visitor/session.server";
import { watchLog } from "../env/watched-log";
import { makeApiError, makeProfile } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, refusing } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { makeRequest, memberCookie } from "./requests";

afterEach(forgetUpstream);

const SESSION = { user_id: 42, app_type: 101, signed_time: "1795000000", token: "t0ken", sign: "ab".repeat(32) };
const arrive = (cookie: string) => ({ request: makeRequest("/", { cookie }), context: {} });
const keeping = async (session: Parameters<typeof sessionCookie>[0]) =>
  (await sessionCookie(session)).split(";")[0] ?? "";
const MEMBER = await memberCookie();

function countProfiles(): { count: number } {
  const asked = { count: 0 };
  upstream.use(
    answering(endpoints.profile, () => {
      asked.count += 1;
      return makeProfile();
    }),
  );
  return asked;
}

it("a visitor without a token is anonymous, and nobody is asked", async () => {
  const asked = countProfiles();
  expect(await authOf(arrive(""))).toEqual({ auth: { kind: "anonymous" }, cookies: [] });
  expect(asked.count).toBe(0);
});

it("the token is turned into a profile once a request, however many loaders ask", async () => {
  const asked = countProfiles();
  const context = {};
  const loaders = [1, 2, 3].map(() => profileOf({ request: makeRequest("/", { cookie: MEMBER }), context }));
  const profiles = await Promise.all(loaders);
  expect(profiles.map((profile) => profile?.email)).toEqual(Array(3).fill("member@example.com"));
  expect(asked.count).toBe(1);
  await profileOf(arrive(MEMBER));
  expect(asked.count).toBe(2);
});

it.each([401, 403])("code %s ends the session", async (code) => {
  upstream.use(refusing(endpoints.profile, 400, makeApiError({ code })));
  const { auth, cookies } = await authOf(arrive(MEMBER));
  expect(auth).toEqual({ kind: "over" });
  expect(cookies.map((cookie) => cookie.split(";").slice(0, 2).join(";"))).toEqual([
    "paypal_token=; Max-Age=0",
    "session=; Max-Age=0",
  ]);
});

it.each([50008, 50012, 50014])("code %s asks the visitor and takes nothing away", async (code) => {
  upstream.use(refusing(endpoints.profile, 401, makeApiError({ code })));
  expect(await authOf(arrive(MEMBER))).toEqual({ auth: { kind: "loggedOut" }, cookies: [] });
});

it.each([500, 503, 429, 404])(
  "a %s says nothing about the token: the page goes on without, and the log says so",
  async (status) => {
    upstream.use(refusing(endpoints.profile, status));
    const warnings = watchLog("warn");
    expect(await authOf(arrive(MEMBER))).toEqual({ auth: { kind: "unknown" }, cookies: [] });
    expect(warnings.map(({ message }) => message)).toContain("profile not available: the page goes on without");
  },
);

it("a link's token that could not be judged on arrival is adopted later", async () => {
  const { auth, cookies } = await authOf(arrive(await keeping(SESSION)));
  expect(auth).toMatchObject({ kind: "member", profile: { user_id: 42 } });
  expect(cookies).toEqual([expect.stringMatching(/^paypal_token=t0ken;/)]);
});

it("but not one that still cannot be judged", async () => {
  upstream.use(refusing(endpoints.profile, 503));
  watchLog("warn");
  expect(await authOf(arrive(await keeping(SESSION)))).toEqual({ auth: { kind: "unknown" }, cookies: [] });
});

it("nor one of another user, nor one whose visitor chose to stay logged out", async () => {
  const asked = countProfiles();
  expect(await authOf(arrive(await keeping({ ...SESSION, isLoggedOut: true })))).toEqual({
    auth: { kind: "anonymous" },
    cookies: [],
  });
  expect(asked.count).toBe(0);
  expect((await authOf(arrive(await keeping({ ...SESSION, user_id: 7 })))).auth).toEqual({ kind: "over" });
});
