interface Place {
  /** `local` stays until it is removed, `session` goes with the tab. */
  in: "local" | "session";
  /** Removed where the visitor may not be tracked. */
  needsConsent?: true;
}

/** Everything that scripts keep in the browser; docs/privacy.md tells what for. */
export const STORAGE = {
  /** The browser's id for analytics, a UUID. */
  userId: { in: "local", needsConsent: true },
  /** Page views that could not be told yet. */
  views: { in: "local", needsConsent: true },
  /** The account's data. */
  userinfo: { in: "local" },
  /** The last campaign, as JSON. */
  utm: { in: "session", needsConsent: true },
  channel: { in: "session" },
  /** The paths that were loaded anew for a new build in the last ten seconds, each with the time, as JSON. */
  reloads: { in: "session" },
  /** For one second, a visitor from the third version of the app. */
  "from-v3": { in: "session" },
} as const satisfies Readonly<Record<string, Place>>;

type StorageKey = keyof typeof STORAGE;

const areaOf = (key: StorageKey): Storage => (STORAGE[key].in === "local" ? localStorage : sessionStorage);

/** What the browser refuses to store, or has no room for, lasts as long as the document. */
const unstored = new Map<StorageKey, string>();

/** The text under a key; undefined where there is none. */
export function stored(key: StorageKey): string | undefined {
  try {
    return unstored.get(key) ?? areaOf(key).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The JSON value kept under a key; null also where the text is none. */
export function storedJson(key: StorageKey): unknown {
  try {
    return JSON.parse(stored(key) ?? "null");
  } catch {
    return null;
  }
}

/** False where the text lasts only as long as the document. */
export function store(key: StorageKey, text: string): boolean {
  try {
    areaOf(key).setItem(key, text);
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, text);
    return false;
  }
}

export function unstore(key: StorageKey): void {
  unstored.delete(key);
  try {
    areaOf(key).removeItem(key);
  } catch {}
}

/** Removes what may be kept only of visitors who may be tracked. */
export function unstoreTracking(): void {
  for (const [key, place] of Object.entries(STORAGE)) if ("needsConsent" in place && isKey(key)) unstore(key);
}

const isKey = (name: string): name is StorageKey => name in STORAGE;

/** Writes a cookie for as long as the browser is open. Browsers without a cookie store (Safari before 18.4) go without. */
export function writeCookie(name: "wallet", value: string): void {
  window.cookieStore?.set({ name, value, sameSite: "lax" }).catch(() => {});
}
