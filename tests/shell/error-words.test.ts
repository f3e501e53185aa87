import { expect, it } from "vitest";
import { errorWords, putIntoWords } from "~/shell/error-words.server";

it.each([
  [400, "We could not read this request"],
  [403, "This form came from another site"],
  [404, "Page not found"],
  [405, "This is not possible here"],
  [413, "That was too much at once"],
  [415, "We cannot read this kind of form"],
  [418, "We could not read this request"],
  [429, "We will be right back"],
  [500, "Something went wrong on our side"],
  [501, "Something went wrong on our side"],
  [502, "We will be right back"],
  [503, "We will be right back"],
])("%d is told as: %s", (status, title) => {
  expect(errorWords("en", status, {}).title).toBe(title);
});

it.each([
  ["plan", "This plan is not available"],
  ["order", "We cannot find this order"],
])("a %s that is not found has words of its own", (about, title) => {
  expect(errorWords("en", 404, { about }).title).toBe(title);
});

it("the address that was not found is told", () => {
  expect(errorWords("en", 404, { path: "/nowhere" }).address).toBe("Page not found: /nowhere");
});

it.each([null, "text", undefined])("a failure with %s for details is our fault, and may be over soon", (details) => {
  expect(errorWords("de", 500, details)).toMatchObject({ title: expect.stringContaining("schief"), mayRetry: true });
});

it("answers that routes have thrown get words; other errors stay as they are", () => {
  const crash = new Error("boom");
  const answer = { status: 404, statusText: "", internal: false, data: { path: "/</script>" } };
  const errors = { one: answer, other: crash };
  putIntoWords(errors, "en");
  expect(errors).toMatchObject({ one: { data: { title: "Page not found", address: "Page not found: /</script>" } } });
  expect(errors.other).toBe(crash);
  expect(crash.message).toBe("boom");
});
