import { expect, it } from "vitest";
import { errorWords, putIntoWords } from "~/errors/errors.server";

it.each([
  [400, "We couldn’t process this request"],
  [403, "This form came from another site"],
  [404, "We can’t find that page"],
  [405, "That isn’t possible here"],
  [413, "Your entry is too long"],
  [415, "We can’t read this kind of form"],
  [418, "We couldn’t process this request"],
  [429, "We’ll be right back"],
  [500, "Something went wrong on our end"],
  [501, "Something went wrong on our end"],
  [502, "We’ll be right back"],
  [503, "We’ll be right back"],
])("%d is told as: %s", (status, title) => {
  expect(errorWords("en", status, {}).title).toBe(title);
});

it.each([
  ["plan", "This plan isn’t available"],
  ["order", "We can’t find this order"],
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
  expect(errors).toMatchObject({
    one: { data: { title: "We can’t find that page", address: "Page not found: /</script>" } },
  });
  expect(errors.other).toBe(crash);
  expect(crash.message).toBe("boom");
});
