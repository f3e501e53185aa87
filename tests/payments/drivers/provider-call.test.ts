import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { OutcomeUnknown } from "../../../payments/drivers/errors";
import { callProvider, type ProviderRequest } from "../../../payments/drivers/provider-call";
import { upstream } from "../../mocks/server";

const request: ProviderRequest = {
  method: "POST",
  url: new URL("https://provider.test/v1/pay?email=buyer@example.com"),
  headers: { authorization: "Bearer sk_secret" },
  body: "email=buyer@example.com",
};

const called = () => callProvider(request, { signal: new AbortController().signal, now: Date.now });

const answers = (response: () => Response): void => upstream.use(http.all("https://provider.test/*", response));

it("an answer below 500 is the caller's to read", async () => {
  answers(() => HttpResponse.json({ error: "no" }, { status: 402 }));
  expect(await called()).toEqual({ status: 402, json: { error: "no" } });
  answers(() => new HttpResponse(null, { status: 204 }));
  expect(await called()).toEqual({ status: 204, json: undefined });
});

it.each([
  ["a redirect", () => new HttpResponse(null, { status: 307, headers: { location: "https://elsewhere.test/" } })],
  ["a page", () => new HttpResponse("<html>", { status: 200 })],
  ["too many requests", () => HttpResponse.json({ error: { type: "lock_timeout" } }, { status: 429 })],
  ["a request that took too long", () => HttpResponse.json({}, { status: 408 })],
  ["a server error", () => HttpResponse.json({}, { status: 503 })],
  ["too much", () => new HttpResponse(`"${"x".repeat(4_000_001)}"`)],
  ["nothing", () => HttpResponse.error()],
])("%s is an unknown outcome, whose message has neither secrets nor the buyer", async (_what, response) => {
  answers(response);
  const error: unknown = await called().catch((error: unknown) => error);
  expect(error).toBeInstanceOf(OutcomeUnknown);
  expect(String(error)).not.toMatch(/sk_secret|buyer/);
});
