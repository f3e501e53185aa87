import { afterEach, beforeEach, expect, it, vi } from "vitest";

type DocumentDue = typeof import("~/version/document-due");

let due: DocumentDue;
beforeEach(async () => {
  vi.useFakeTimers();
  sessionStorage.clear();
  document.body.innerHTML = FORM;
  due = await newDocument();
  due.noteNewVersion();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.innerHTML = "";
});

/** Nothing is known in it but what the browser stores. */
async function newDocument(): Promise<DocumentDue> {
  vi.resetModules();
  return import("~/version/document-due");
}

const FORM = `<form>
  <input type="hidden" name="csrf" value="1"><input name="email" value="given@example.com"><input name="coupon">
  <input type="checkbox" name="terms" checked>
  <input type="radio" name="provider" value="so" checked><input type="radio" name="provider" value="pd">
  <select name="country"><option>DE</option><option selected>GB</option></select>
  <select name="bank"><option>one</option><option>two</option></select>
  <textarea name="note">given</textarea><button name="intent" value="pay">Pay</button></form>`;

it("a document is due at most once in ten seconds for each path, in the next document as well", async () => {
  expect(due.takesDocument("/payment/yearly")).toBe(true);
  due = await newDocument();
  due.noteNewVersion();
  expect(due.takesDocument("/payment/yearly")).toBe(false);
  vi.advanceTimersByTime(4_000);
  expect(due.takesDocument("/payment/weekly")).toBe(true);
  vi.advanceTimersByTime(5_999);
  expect([due.takesDocument("/payment/yearly"), due.takesDocument("/payment/weekly")]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([due.takesDocument("/payment/yearly"), due.takesDocument("/payment/weekly")]).toEqual([true, false]);
});

it("a document of the newer build knows of no other", async () => {
  due = await newDocument();
  expect(due.takesDocument("/payment/yearly")).toBe(false);
});

it("what is older than ten seconds is not kept", () => {
  due.takesDocument("/payment/yearly");
  vi.advanceTimersByTime(10_000);
  due.takesDocument("/payment/weekly");
  expect(Object.keys(JSON.parse(sessionStorage.getItem("reloads") ?? ""))).toEqual(["/payment/weekly"]);
});

it("a clock that was set back does not make documents due for hours, nor stop them", () => {
  due.takesDocument("/payment/yearly");
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(due.takesDocument("/payment/yearly")).toBe(true);
  expect(due.takesDocument("/payment/yearly")).toBe(false);
});

it.each(['"text"', "[1,2]", "null", "7", '{"/payment/yearly":"x"}', "{"])("what is kept may be %s", (text) => {
  sessionStorage.setItem("reloads", text);
  expect(due.takesDocument("/payment/yearly")).toBe(true);
  expect(due.takesDocument("/payment/yearly")).toBe(false);
});

it("where nothing can be kept no document is due: it could be without an end", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("denied", "SecurityError");
  });
  expect(due.takesDocument("/payment/yearly")).toBe(false);
});

function field<T extends Element>(name: string, kind: new () => T, value = ""): T {
  const found = document.querySelector(`[name=${name}]${value && `[value=${value}]`}`);
  if (!(found instanceof kind)) throw new Error(`no field ${name}`);
  return found;
}

const ENTRIES: [string, () => void, () => void][] = [
  [
    "a text",
    () => (field("coupon", HTMLInputElement).value = "S"),
    () => (field("coupon", HTMLInputElement).value = ""),
  ],
  [
    "a given text that was emptied",
    () => (field("email", HTMLInputElement).value = ""),
    () => (field("email", HTMLInputElement).value = "given@example.com"),
  ],
  ["a tick", () => field("terms", HTMLInputElement).click(), () => field("terms", HTMLInputElement).click()],
  [
    "another way to pay",
    () => field("provider", HTMLInputElement, "pd").click(),
    () => field("provider", HTMLInputElement, "so").click(),
  ],
  [
    "another option",
    () => (field("country", HTMLSelectElement).selectedIndex = 0),
    () => (field("country", HTMLSelectElement).selectedIndex = 1),
  ],
  [
    "another option where none was given",
    () => (field("bank", HTMLSelectElement).selectedIndex = 1),
    () => (field("bank", HTMLSelectElement).selectedIndex = 0),
  ],
  [
    "a note",
    () => (field("note", HTMLTextAreaElement).value = "mine"),
    () => (field("note", HTMLTextAreaElement).value = "given"),
  ],
];

it.each(ENTRIES)("while a form has %s that was entered no document is due; it waits", (_, enter, takeBack) => {
  enter();
  expect(due.takesDocument("/payment/yearly")).toBe(false);
  takeBack();
  expect(due.takesDocument("/payment/yearly")).toBe(true);
});

it("what is sent with no form is no entry, such as a tick that only opens something", () => {
  document.body.insertAdjacentHTML("beforeend", '<input type="checkbox" id="more"><input id="search">');
  for (const unnamed of document.querySelectorAll<HTMLInputElement>("#more, #search")) {
    unnamed.checked = true;
    unnamed.value = "typed";
  }
  expect(due.takesDocument("/payment/yearly")).toBe(true);
});

it("what scripts write into hidden fields is no entry", () => {
  field("csrf", HTMLInputElement).value = "2";
  expect(due.takesDocument("/payment/yearly")).toBe(true);
});
