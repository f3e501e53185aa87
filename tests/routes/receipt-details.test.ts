import { describe, expect, it } from "vitest";
import { endpoints } from "~/upstream/contract/endpoints";
import { makeApiError, makeInvoice, makeParams } from "../mocks/builders";
import { answering, refusing, responding } from "../mocks/handlers";
import { upstream } from "../mocks/server";
import { OWNER, signedIn, withKey } from "./receipt-owner";
import { fieldsOf, leadsTo, page, post, shown } from "./site";

const ACME = { company: "<b>Acme</b> & Co", address: ["1 Test Street", "Berlin"], vat_id: "DE136695976" };

/** From now on the payments API takes details, and the receipt is as told. */
const withDetails = (invoice: Parameters<typeof makeInvoice>[0] = {}) =>
  upstream.use(
    answering(endpoints.commonParams, makeParams({ calls: ["details"] })),
    answering(endpoints.invoiceList, { invoices: [makeInvoice(invoice)] }),
  );

/** What the payments API is asked to write. */
function writing(): unknown[] {
  const asked: unknown[] = [];
  upstream.use(
    responding(endpoints.invoiceDetails, async (request) => {
      asked.push(await request.json());
      return Response.json({ version: 2 });
    }),
  );
  return asked;
}

async function send(entered: Record<string, string>, path = "/receipts/inv_1") {
  const address = await withKey(path);
  return post(address, fieldsOf(await page(address), entered, ".made-out form"));
}

describe("a receipt on the buyer's terms", () => {
  it("is made out by a form on its page, and the page that follows says so", async () => {
    withDetails();
    const asked = writing();
    const answer = await send({ company: " Acme  ", address: "1 Test Street\r\n\r\nBerlin", vat_id: "de 136.695-976" });
    expect([answer.status, leadsTo(answer)]).toEqual([303, "/receipts/inv_1"]);
    const billed_to = { company: "Acme", address: ["1 Test Street", "Berlin"], vat_id: "DE136695976" };
    expect(asked).toEqual([{ ...OWNER, invoice_id: "inv_1", version: 1, billed_to }]);
    const { see } = await page(answer.headers.get("location") ?? "");
    expect(see.getByRole("status").textContent).toBe("This is the new version of your receipt.");
  });

  it("keeps the joiners that names are spelt with, and nothing else that cannot be seen", async () => {
    withDetails();
    const asked = writing();
    await send({ company: "شرکت می\u200cخواهم\u202e", name: "Anna\u0007" });
    expect(asked).toMatchObject([{ billed_to: { company: "شرکت می\u200cخواهم", name: "Anna" } }]);
  });

  it("shows whom it is billed to, as text, and leads to its earlier versions, which cannot be changed", async () => {
    withDetails({ version: 2, billed_to: ACME, earlier_versions: [{ version: 1 }] });
    const latest = await page("/receipts/inv_1", await signedIn());
    expect(latest.see.getByRole("heading", { name: "Billed to" }).nextElementSibling?.textContent).toBe(
      "<b>Acme</b> & Co\n1 Test Street\nBerlin",
    );
    expect(latest.see.getByRole<HTMLInputElement>("textbox", { name: "VAT ID", hidden: true }).value).toBe(ACME.vat_id);
    const earlier = latest.see.getByRole("link", { name: "Version 1" }).getAttribute("href") ?? "";
    const { see } = await page(earlier, await signedIn());
    expect(see.queryByRole("heading", { name: "Billed to" })).toBeNull();
    expect(see.queryByRole("textbox", { hidden: true })).toBeNull();
    expect(see.getByRole("link", { name: "Version 2" }).getAttribute("href")).toBe("/receipts/inv_1");
    expect((await page("/receipts/inv_1?version=3", await signedIn())).answer.status).toBe(404);
  });

  it("counts its versions in the digits of the language", async () => {
    withDetails({ version: 2, billed_to: ACME, earlier_versions: [{ version: 1 }] });
    const { see } = await page("/bn/receipts/inv_1", await signedIn());
    expect(see.getByRole("link", { name: "সংস্করণ ১" }).getAttribute("href")).toBe("/bn/receipts/inv_1?version=1");
    expect(see.getByText("২")).toBeDefined();
  });

  it("says until when, and has no form after that", async () => {
    withDetails({ details_until: "2999-01-02T12:00:00Z", details_day: "2999-01-01" });
    expect(
      (await page("/receipts/inv_1", await signedIn())).see.getByText(/last day .* January 1, 2999/),
    ).toBeDefined();
    withDetails({ details_until: "2020-01-02T12:00:00Z" });
    expect((await page("/receipts/inv_1", await signedIn())).see.queryByRole("textbox", { hidden: true })).toBeNull();
  });

  it("has no form where the payments API does not tell of the call", async () => {
    upstream.use(answering(endpoints.commonParams, makeParams({ calls: [] })));
    upstream.use(answering(endpoints.invoiceList, { invoices: [makeInvoice()] }));
    expect((await page("/receipts/inv_1", await signedIn())).see.queryByRole("textbox", { hidden: true })).toBeNull();
  });
});

describe("a form with a mistake comes back with all that was typed:", () => {
  it.each([
    [{ company: "Acme", vat_id: "DE136695975" }, "This VAT ID isn’t right"],
    [{ address: "1 Test Street" }, "Enter a name or a company"],
    [{ name: "a".repeat(101), address: "1 Test Street" }, "This text is too long"],
    [{ name: "Anna", address: "line\n".repeat(7) }, "This text is too long"],
  ])("%j", async (entered, words) => {
    withDetails();
    const asked = writing();
    const { answer, see } = await shown(send(entered));
    expect([answer.status, asked]).toEqual([422, []]);
    expect(see.getByRole("alert").textContent).toContain(words);
    for (const typed of Object.values(entered))
      expect(see.getByDisplayValue(typed.replace(/\s+/g, " ").trim())).toBeDefined();
  });

  it.each([
    ["vat_id_invalid", 422, 422, "This VAT ID isn’t right"],
    ["details_changed", 409, 409, "has been changed since"],
    ["details_over", 409, 409, "This receipt can’t be changed anymore"],
    ["too_many", 429, 429, "Too many attempts"],
    ["internal", 500, 504, "it won’t be processed twice"],
  ])("the payments API says %s", async (code, status, shownStatus, words) => {
    withDetails();
    upstream.use(refusing(endpoints.invoiceDetails, status, makeApiError({ error: { code, message: "" } })));
    const { answer, see } = await shown(send({ company: "Acme" }));
    expect(answer.status).toBe(shownStatus);
    expect(see.getByRole("alert").textContent).toContain(words);
    expect(see.getByDisplayValue("Acme")).toBeDefined();
  });
});

it.each([
  ["nobody", "/receipts/inv_1"],
  ["a broken key", "/receipts/inv_1?k=nonsense"],
])("with %s nothing is written", async (_, address) => {
  withDetails();
  const asked = writing();
  expect([(await post(address, { version: "1", name: "Anna" })).status, asked]).toEqual([403, []]);
});

it("another's receipt is not written", async () => {
  withDetails();
  const asked = writing();
  const answer = await post(await withKey("/receipts/inv_2"), { version: "1", name: "Anna" });
  expect([answer.status, asked]).toEqual([403, []]);
});
