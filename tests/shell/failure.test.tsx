import { expect, it } from "vitest";
import { failureOf } from "~/shell/error-screen";

/** What a route's thrown answer arrives as. */
const answer = (status: number, data: unknown = {}) => ({ status, statusText: "", internal: false, data });

it.each([
  [400, "badRequest"],
  [403, "forbidden"],
  [404, "notFound"],
  [405, "methodNotAllowed"],
  [413, "tooLarge"],
  [415, "unsupported"],
  [418, "badRequest"],
  [429, "unavailable"],
  [500, "serverError"],
  [501, "serverError"],
  [502, "unavailable"],
  [503, "unavailable"],
])("%d is told as %s", (status, words) => {
  expect(failureOf(answer(status))).toMatchObject({ status, words });
});

it.each([
  ["plan", "planNotFound"],
  ["order", "orderNotFound"],
])("a %s that is not found has words of its own", (about, words) => {
  expect(failureOf(answer(404, { about })).words).toBe(words);
});

it("the address that was not found is told", () => {
  expect(failureOf(answer(404, { path: "/nowhere" })).path).toBe("/nowhere");
});

it.each([new Error("boom"), undefined, null, "text", { status: 404 }, answer(500, null), answer(500, "text")])(
  "anything else that is thrown (%s) is our fault",
  (error) => expect(failureOf(error).words).toBe("serverError"),
);
