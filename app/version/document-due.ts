import { store, storedJson } from "~/visitor/browser/storage";

const AGAIN_AFTER_MS = 10_000;

let isOutdated = false;

/** To be called when the server has a newer build than this page, or a part of the page's own build is gone. */
export function noteNewVersion(): void {
  isOutdated = true;
}

/**
 * Whether the navigation to a path of the site must load a document now, because the page's build is outdated. At most once in ten
 * seconds for each path, so call it only when navigating; never where that cannot be remembered, nor while a form has entries
 * that would be lost.
 */
export function takesDocument(path: string): boolean {
  if (!isOutdated || hasEntries()) return false;
  const now = Date.now();
  const recent = Object.entries(storedJson("reloads") ?? {}).filter(
    ([, at]) => Math.abs(now - Number(at)) < AGAIN_AFTER_MS,
  );
  if (recent.some(([loaded]) => loaded === path)) return false;
  return store("reloads", JSON.stringify(Object.fromEntries([...recent, [path, now]])));
}

/** What has no name is sent with no form: it only opens or closes something. */
const hasEntries = (): boolean => [...document.querySelectorAll(":is(input, textarea, select)[name]")].some(isEntered);

/** Whether a field says something else than it did when the page came. */
function isEntered(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    const given = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(given, 0);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  const isTicked = /^(checkbox|radio)$/.test(field.type);
  return isTicked ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
