import { createContext, createElement, type ReactNode, useContext, useMemo } from "react";
import type { Messages } from "./translator-settings";

/**
 * Stands in for i18next and react-i18next in the scripts that browsers load (vite.config.ts), with that part of them that pages
 * use, for an eighth of the bytes. The server has the real ones; a test holds that both give the same text for every message.
 * Not in it: fallback languages, nesting, formats, contexts, detection and loading.
 */

interface Settings {
  /** The language as Intl knows it. */
  lng: string;
  resources: Readonly<Record<string, Messages>>;
  defaultNS: string;
  interpolation: { escapeValue: boolean; escape: (text: string) => string };
}

type MessageValues = Readonly<Record<string, unknown>>;
type Translate = (key: string, values?: MessageValues) => string;
type Instance = ReturnType<typeof createInstance>;

function createInstance() {
  let inNamespace: (namespace: string) => Translate = () => (key) => key;
  const instance = {
    init(settings: Settings): void {
      inNamespace = (namespace) => translateWith(settings, namespace);
      instance.t = inNamespace(settings.defaultNS);
    },
    t: inNamespace(""),
    /** The translator for keys without a namespace of their own. */
    of: (namespace: string): Translate => inNamespace(namespace),
  };
  return instance;
}

function translateWith({ lng, resources, interpolation }: Settings, namespace: string): Translate {
  const messages = resources[lng] ?? {};
  const plurals = new Intl.PluralRules(lng);
  const shown = (value: unknown): string => {
    const text = value == null ? "" : String(value);
    return interpolation.escapeValue ? interpolation.escape(text) : text;
  };
  return (key, values = {}) => {
    const [path = "", own = namespace] = key.split(":", 2).reverse();
    const text = formsOf(path, values.count, plurals)
      .map((form) => messageAt(Object.entries(messages).find(([name]) => name === own)?.[1], form))
      .find((found) => found !== undefined);
    return (
      text?.replace(/\{\{\s*(.+?)\s*\}\}/g, (placeholder: string, name: string) =>
        name in values ? shown(values[name]) : placeholder,
      ) ?? path
    );
  };
}

/** The keys under which a message may be, the most fitting first. */
function formsOf(path: string, count: unknown, plurals: Intl.PluralRules): string[] {
  if (typeof count !== "number") return [path];
  const zero = count === 0 ? [`${path}_zero`] : [];
  return [...zero, `${path}_${plurals.select(count)}`, path];
}

function messageAt(bundle: unknown, path: string): string | undefined {
  const found = path.split(".").reduce(inside, bundle);
  return typeof found === "string" ? found : undefined;
}

const inside = (bundle: unknown, name: string): unknown =>
  typeof bundle === "object" && bundle !== null ? Reflect.get(bundle, name) : undefined;

const InstanceContext = createContext<Instance>(createInstance());

export const I18nextProvider = ({ i18n, children }: { i18n: Instance; children: ReactNode }) =>
  createElement(InstanceContext.Provider, { value: i18n }, children);

/** `t` for a component: keys without a namespace are in the first of those named. */
export function useTranslation(namespaces: string | readonly string[]): { t: Translate } {
  const i18n = useContext(InstanceContext);
  const [first = ""] = typeof namespaces === "string" ? [namespaces] : namespaces;
  return useMemo(() => ({ t: i18n.of(first) }), [i18n, first]);
}

export default { createInstance };
