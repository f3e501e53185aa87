import { describe, expect, it } from "vitest";
import { invoiceDetails, invoiceList } from "~/upstream/contract/invoices";
import { readVatId } from "~/upstream/contract/values/vat-id.server";
import { ask, type Target } from "../../tools/contract/client";
import { refused } from "../../tools/contract/purchases";
import { paidOrder } from "./paid";
import { runningSandbox } from "./running-sandbox";

type Owner = Awaited<ReturnType<typeof paidOrder>>["receipts"];

const ACME = { name: "Anna Test", company: "Acme & <Co> GmbH", address: ["1 Test Street", "10115 Berlin"] };

const asked = (owner: Owner, version: number, billed_to: object, invoice_id = "INV-000001") => ({
  body: { ...owner, invoice_id, version, billed_to },
});

async function invoiceOf(target: Target, body: Owner) {
  return (await ask(target, invoiceList, { body })).invoices[0];
}

describe("receipts on the buyer's terms, after they have paid (polar#5755)", () => {
  it("a receipt gets a new version with name, company, address and VAT id, and each older version stays", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    const vat_id = "de 136.695-976";
    const first = { ...ACME, vat_id };
    expect(await ask(target, invoiceDetails, asked(receipts, 1, first))).toEqual({ version: 2 });
    const second = { name: "Anna Test" };
    expect(await ask(target, invoiceDetails, asked(receipts, 2, second))).toEqual({ version: 3 });
    expect(await invoiceOf(target, receipts)).toMatchObject({
      invoice_id: "INV-000001",
      amount: 11.99,
      version: 3,
      billed_to: second,
      earlier_versions: [{ version: 1 }, { version: 2, billed_to: { ...ACME, vat_id: "DE136695976" } }],
    });
  });

  it("a form that is sent twice makes one version, and one that was filled in on an older version none", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    const sent = asked(receipts, 1, ACME);
    const both = await Promise.all([ask(target, invoiceDetails, sent), ask(target, invoiceDetails, sent)]);
    expect(both).toEqual([{ version: 2 }, { version: 2 }]);
    const older = { endpoint: invoiceDetails, sent: asked(receipts, 1, { name: "Ben" }) };
    await refused(target, older, 409, "details_changed");
    expect(await invoiceOf(target, receipts)).toMatchObject({ version: 2, billed_to: ACME });
  });

  it("until the operator's day is over where the buyer is, which the receipt tells", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    const { details_until = "" } = (await invoiceOf(target, receipts)) ?? {};
    const seconds = (Date.parse(details_until) - Date.now()) / 1000;
    target.pass(seconds - 3_600);
    await ask(target, invoiceDetails, asked(receipts, 1, ACME));
    target.pass(3_601);
    await refused(target, { endpoint: invoiceDetails, sent: asked(receipts, 2, { name: "Ben" }) }, 409, "details_over");
  });

  it("another buyer's receipt is refused as unknown, also with the same address", async () => {
    const target = await runningSandbox();
    const first = await paidOrder(target);
    const second = await paidOrder(target, { email: first.email });
    const sent = asked(second.receipts, 1, ACME, "INV-000001");
    await refused(target, { endpoint: invoiceDetails, sent }, 404, "invoice_unknown");
    expect(await invoiceOf(target, first.receipts)).not.toHaveProperty("billed_to");
  });

  it.each([
    [{ ...ACME, vat_id: "DE136695975" }, "vat_id_invalid"],
    [{ address: ["1 Test Street"] }, "invalid_request"],
    [{ name: "Anna\u0007" }, "invalid_request"],
    [{ name: "a".repeat(101) }, "invalid_request"],
    [{ name: "Anna", address: Array(7).fill("line") }, "invalid_request"],
  ])("%j is refused", async (billedTo, code) => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    await refused(target, { endpoint: invoiceDetails, sent: asked(receipts, 1, billedTo) }, 422, code);
  });

  it("ten times a day", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    for (let version = 1; version <= 10; version += 1)
      await ask(target, invoiceDetails, asked(receipts, version, { name: `Anna ${version}` }));
    await refused(target, { endpoint: invoiceDetails, sent: asked(receipts, 11, ACME) }, 429, "too_many");
  });

  it("a hundred versions at most, so that the list of them stays readable", async () => {
    const target = await runningSandbox();
    const { receipts } = await paidOrder(target);
    for (let version = 1; version < 100; version += 1) {
      target.pass(3 * 3600);
      await ask(target, invoiceDetails, asked(receipts, version, { name: `Anna ${version}` }));
    }
    await refused(target, { endpoint: invoiceDetails, sent: asked(receipts, 100, ACME) }, 409, "details_over");
    expect((await invoiceOf(target, receipts))?.earlier_versions).toHaveLength(99);
  });
});

describe("a VAT id", () => {
  it.each(
    `ATU13585627 BE0411905847 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ESB58378431
    ESX2482300W FI20774740 FR40303265045 HR33392005961 HU12892312 IE6433435F IE6433435OA IT00743110157 LT119511515 LU15027442
    LV40003521600 MT11679112 NL123456782B90 NL000099998B57 PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619
    XI980780684 27AAPFU0939F1ZV NO995525828MVA DELR561231GR8 12-3456789`.split(/\s+/),
  )("%s is taken", (id) => expect(readVatId(id.toLowerCase())).toBe(id.replaceAll("-", "")));

  it.each([
    ["gr 094259216", "EL094259216"],
    ["DE 136.695-976", "DE136695976"],
  ])("%s is written as %s", (typed, written) => expect(readVatId(typed)).toBe(written));

  it.each(["DE136695975", "DE1366", "ATU13585628", "none", "12", "<b>1234</b>", "1".repeat(21)])("%s is none", (id) =>
    expect(readVatId(id)).toBeUndefined(),
  );
});
