/** Local storage is kept, session storage lasts as long as the tab. Some browsers refuse both: then nothing is stored. */
type Area = "localStorage" | "sessionStorage";

/** What local storage has under a name; null where that is nothing, or storage is refused. */
export function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The JSON value that local storage has under a name; null also where the text is no JSON. */
export function storedJson(name: string): unknown {
  try {
    return JSON.parse(stored(name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value; null removes what is there. False where storage is refused or full. */
export function store(area: Area, name: string, value: string | null): boolean {
  try {
    if (value === null) window[area].removeItem(name);
    else window[area].setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
