import { render } from "@testing-library/react";
import { I18nextProvider as ServerProvider, useTranslation as useServerTranslation } from "react-i18next";
import { describe, expect, it } from "vitest";
import browserI18next, { I18nextProvider, useTranslation } from "~/i18n/browser-i18next";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { namespacesOf, PAGES } from "~/i18n/pages";
import { translatorFor } from "~/i18n/translator";
import { translatorSettings } from "~/i18n/translator-settings";

// The rules of messages (plurals, values, isolation, no nesting), held by the server's translator and the browser's alike.

const bundles = import.meta.glob<Record<string, unknown>>("../../locales/*/*.json", { eager: true, import: "default" });
const TRAVELLING = [...new Set(PAGES.flatMap(namespacesOf))];
const messagesOf = (lang: LocaleCode) =>
  Object.fromEntries(TRAVELLING.map((name) => [name, bundles[`../../locales/${lang}/${name}.json`] ?? {}]));

function bothFor(lang: LocaleCode) {
  const messages = messagesOf(lang);
  const server = translatorFor(lang, "all", messages);
  const browser = browserI18next.createInstance();
  browser.init(translatorSettings(lang, messages));
  // Without the types of the keys, which i18next takes from the English messages.
  const onServer = (key: string, values?: Values): string => String(Reflect.apply(server.t, server, [key, values]));
  return { server, browser, onServer };
}

interface Key {
  key: string;
  text: string;
  isPlural: boolean;
}

/** Every key of a bundle with its text; of a plural also the key without its form. */
function keysIn(bundle: object, before: string): Key[] {
  return Object.entries(bundle).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === "object" && value !== null) return keysIn(value, `${before}${name}.`);
    const key = before + name;
    const plain = key.replace(/_(zero|one|two|few|many|other)$/, "");
    const text = String(value);
    if (plain === key) return [{ key, text, isPlural: false }];
    return [key, plain].map((one) => ({ key: one, text, isPlural: true }));
  });
}

const COUNTS = [0, 1, 2, 3, 4, 5, 6, 10, 11, 12, 19, 21, 22, 25, 100, 101, 103, 111, 1.5, 1_000_000];
const VALUE = "A & <b> $1 $& $t(x) ٣";

type Values = Record<string, unknown>;

/** Every placeholder filled in, without a count and with some: many where the message has plural forms. */
function samples(text: string, isPlural: boolean): Values[] {
  const names = [...text.matchAll(/\{\{\s*([^},\s]+)\s*\}\}/g)].map(([, name = ""]) => name);
  const filled = Object.fromEntries(names.map((name) => [name, VALUE]));
  return [filled, ...(isPlural ? COUNTS : [5]).map((count) => ({ ...filled, count }))];
}

describe("in browsers every message reads as on the server", () => {
  it.each(LOCALES.map(({ code }) => code))("in %s", (code) => {
    const { browser, onServer } = bothFor(code);
    const told = TRAVELLING.flatMap((namespace) =>
      keysIn(messagesOf(code)[namespace] ?? {}, `${namespace}:`).flatMap(({ key, text, isPlural }) =>
        samples(text, isPlural).map((values) => ({
          key,
          values,
          server: onServer(key, values),
          browser: browser.t(key, values),
        })),
      ),
    );
    expect(told.length).toBeGreaterThan(500);
    expect(told.filter((one) => one.browser !== one.server)).toEqual([]);
  });
});

it.each(LOCALES.map(({ code }) => code))("in %s a text without values stays the same when it is read again", (code) => {
  const { browser, onServer } = bothFor(code);
  const keys = TRAVELLING.flatMap((namespace) => keysIn(messagesOf(code)[namespace] ?? {}, `${namespace}:`));
  const read = () => keys.map(({ key }) => onServer(key));
  expect([read(), read()]).toEqual(Array(2).fill(keys.map(({ key }) => browser.t(key))));
});

it("no message is put into another one, which browsers cannot do", () => {
  expect(JSON.stringify(bundles)).not.toContain("$t(");
});

it.each([
  ["a message of no namespace is one of all pages'", "skipToContent", {}],
  ["a key that is not there is told as it is", "nav:no.such.key", {}],
  ["a value that is missing leaves its placeholder", "footer:rights", { year: 2026 }],
  ["a value that is undefined leaves nothing", "footer:rights", { year: undefined, app: null }],
  ["a number is isolated, too", "footer:rights", { year: 2026, app: "VPN" }],
])("%s", (_, key, values) => {
  const { browser, onServer } = bothFor("ar");
  expect(browser.t(key, values)).toBe(onServer(key, values));
});

it("components get the translator of the first namespace they name", () => {
  const { server, browser } = bothFor("de");
  const Server = () => {
    const { t } = useServerTranslation(["nav", "global"]);
    return `${t("plans")} ${t("global:retry")}`;
  };
  const Browser = () => {
    const { t } = useTranslation(["nav", "global"]);
    return `${t("plans")} ${t("global:retry")}`;
  };
  const inServer = render(
    <ServerProvider i18n={server}>
      <Server />
    </ServerProvider>,
  ).container.textContent;
  const inBrowser = render(
    <I18nextProvider i18n={browser}>
      <Browser />
    </I18nextProvider>,
  ).container.textContent;
  expect(inBrowser).toBe(inServer);
  expect(inBrowser).toContain("Tarife");
});
