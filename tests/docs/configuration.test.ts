import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnv } from "~/env.server";
import { EnvError } from "~/environment/env-error";
import { variables } from "~/environment/variables.server";
import { paymentsVariables } from "../../payments/environment/variables";
import { CONFIGURATION, CONFIGURATION_PAGE, configurationPage } from "../../tools/docs/configuration-page";
import { sourcesIn } from "../structure/sources";

const told = CONFIGURATION.flatMap((group) => group.variables);
const names = told.map(({ name }) => name);

it("docs/configuration.md tells of the variables as they are", () => {
  const isCurrent = readFileSync(CONFIGURATION_PAGE, "utf8") === configurationPage();
  expect(isCurrent, "docs/configuration.md is out of date: run npm run docs:configuration").toBe(true);
});

it("every variable that is read is told once, in words of its own", () => {
  const read = new Set([...Object.keys(variables.shape), ...Object.keys(paymentsVariables.shape)]);
  expect(names.toSorted()).toEqual([...read].toSorted());
  expect(new Set(told.map(({ about }) => about.meaning)).size).toBe(names.length);
});

it("a variable has an example where its schema does not say what it looks like", () => {
  const without = told.filter(({ about, written }) => written.type === "string" && !written.enum && !about.example);
  expect(without.map(({ name }) => name)).toEqual([]);
});

const LEAST = {
  PUBLIC_ORIGIN: "https://pay.example.com",
  PRODUCTION_ORIGINS: "https://pay.example.com",
  ALLOWED_HOSTS: "pay.example.com",
  API_BASE_URL: "https://payments.example.com",
  REDIRECT_HOSTS: "checkout.example.com",
  SESSION_SECRETS: randomBytes(36).toString("base64"),
};

function isProduction(source: Record<string, string>): boolean {
  try {
    return readEnv(source).isProduction;
  } catch (error) {
    if (error instanceof EnvError) return false;
    throw error;
  }
}

describe("what is told to be required in production", () => {
  it("is enough", () => {
    const required = told.filter(({ about }) => about.isRequired).map(({ name }) => name);
    expect(required.toSorted()).toEqual(Object.keys(LEAST).toSorted());
    expect(isProduction(LEAST)).toBe(true);
  });

  it.each(Object.keys(LEAST))("cannot do without %s", (name) => {
    expect(isProduction({ ...LEAST, [name]: "" })).toBe(false);
  });
});

it("README and the guides name no variable that is not read, and no constant that is not there", () => {
  const GUIDES = ["adding", "developing", "metrics", "operating", "payments", "runbook", "scale", "security"];
  const FILES = ["README.md", ...GUIDES.map((name) => `docs/${name}.md`)];
  const text = FILES.map((file) => readFileSync(join(import.meta.dirname, "../..", file), "utf8")).join("\n");
  const NOT_THE_SITES = ["CHROMIUM_PATH", "DAY_VISITS", "NODE_OPTIONS", "PROVIDER_DESCRIPTIONS"];
  const ofCode = sourcesIn("app").flatMap(({ text: code }) =>
    [...code.matchAll(/\bconst ([A-Z_]+)\b/g)].map(([, name]) => name),
  );
  const mentioned = [...text.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name);
  const unknown = mentioned.filter((name) => ![...names, ...NOT_THE_SITES, ...ofCode].includes(name));
  expect([...new Set(unknown)]).toEqual([]);
});
