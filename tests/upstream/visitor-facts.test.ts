import { delay, HttpResponse } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { loadProfile } from "~/upstream/account.server";
import { loadGeo } from "~/upstream/catalogue.server";
import type { Caller } from "~/upstream/client/client.server";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeGeo, makeProfile } from "../mocks/builders";
import { forgetUpstream } from "../mocks/forget-upstream";
import { answering, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { caught } from "./caught";

const visitor: Caller = { requestId: "req-1", appType: 502, visitorIp: "192.0.2.1" };

afterEach(() => {
  vi.useRealTimers();
  forgetUpstream();
});

function countGeo() {
  const asked: Headers[] = [];
  upstream.use(
    answering(endpoints.geoInfo, ({ headers }) => {
      asked.push(headers);
      return makeGeo({ user_ip: headers.get("x-forwarded-for") ?? "" });
    }),
  );
  return asked;
}

it("an address is asked for once in ten minutes, however many pages it opens", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const asked = countGeo();
  await Promise.all([loadGeo(visitor), loadGeo(visitor)]);
  vi.setSystemTime(Date.now() + 600_000);
  await loadGeo(visitor);
  expect(asked).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1_000);
  await loadGeo(visitor);
  expect(asked).toHaveLength(2);
});

it("each address has its own country", async () => {
  countGeo();
  const [one, other] = await Promise.all([loadGeo(visitor), loadGeo({ ...visitor, visitorIp: "192.0.2.2" })]);
  expect([one.user_ip, other.user_ip]).toEqual(["192.0.2.1", "192.0.2.2"]);
});

it("visitors without an address share nothing", async () => {
  const asked = countGeo();
  const nobody = { ...visitor, visitorIp: undefined };
  await loadGeo(nobody);
  await loadGeo(nobody);
  expect(asked).toHaveLength(2);
});

it("a member's address is asked about with their token, once, and the answer is nobody else's", async () => {
  const asked = countGeo();
  for (const bearer of ["tok", "tok", undefined, "other"]) await loadGeo({ ...visitor, bearer });
  expect(asked.map((headers) => headers.get("authorization"))).toEqual(["Bearer tok", null, "Bearer other"]);
});

it("a token that is refused keeps nobody's country from being known, and ends no session there", async () => {
  const onTokenRefused = vi.fn();
  upstream.use(
    responding(endpoints.geoInfo, ({ headers }) =>
      headers.has("authorization")
        ? Response.json(makeApiError({ code: 401 }), { status: 401 })
        : Response.json(makeGeo({ country_code: "ES" })),
    ),
  );
  expect((await loadGeo({ ...visitor, bearer: "tok", onTokenRefused })).country_code).toBe("ES");
  expect(onTokenRefused).not.toHaveBeenCalled();
});

it("no page waits longer than a second for a country", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  upstream.use(responding(endpoints.geoInfo, () => delay("infinite").then(() => new Response())));
  const error = caught(loadGeo(visitor));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await error).toMatchObject({ kind: "timeout" });
});

it("a failure is not kept", async () => {
  upstream.use(responding(endpoints.geoInfo, () => new HttpResponse(null, { status: 500 })));
  await caught(loadGeo(visitor));
  countGeo();
  expect(await loadGeo(visitor)).toMatchObject({ country_code: "US" });
});

it("a profile is asked for every time, with the token", async () => {
  const tokens: (string | null)[] = [];
  upstream.use(
    answering(endpoints.profile, ({ headers }) => {
      tokens.push(headers.get("authorization"));
      return makeProfile();
    }),
  );
  const member = { ...visitor, bearer: "tok" };
  await loadProfile(member);
  await loadProfile(member);
  expect(tokens).toEqual(["Bearer tok", "Bearer tok"]);
});
