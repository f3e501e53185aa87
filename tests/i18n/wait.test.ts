import { expect, it } from "vitest";
import { waitText } from "~/i18n/wait.server";

it.each([
  ["en", 0, "in 1 minute"],
  ["en", 61, "in 2 minutes"],
  ["en", 2400, "in 40 minutes"],
  ["en", 3600, "in 60 minutes"],
  ["en", 7200, "in 2 hours"],
  ["de", 2400, "in 40 Minuten"],
  ["ja", 2400, "40分後"],
] as const)("%s says a wait of %i seconds as %s", (lang, seconds, text) => {
  expect(waitText(lang, seconds)).toContain(text);
});
