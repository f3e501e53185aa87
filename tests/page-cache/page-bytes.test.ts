import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { visitorFieldsHtml } from "~/forms/visitor-fields";
import { ENCODINGS, type Encoding, PageBytes } from "~/page-cache/page-bytes.server";
import { runs } from "../setup/effort";

const WORD = fc.stringMatching(/^[\w-]{43}$/);
const own = fc.record({ csrf: WORD, attempt: WORD, stamp: WORD });
type Own = Parameters<typeof visitorFieldsHtml>[0];

const pageWith = (before: string, fields: Own, after: string): string =>
  `${before}<span hidden="" data-visitor="pay">${visitorFieldsHtml(fields)}</span>${after}`;

const READ: Readonly<Record<Encoding, (bytes: Buffer) => Buffer>> = {
  br: (bytes) => brotliDecompressSync(bytes),
  gzip: (bytes) => gunzipSync(bytes),
  identity: (bytes) => bytes,
};

/** Markup as pages have it, in several scripts, with the names of the fields in it once more. */
const words = fc.constantFrom(
  "<p>Привіт</p>",
  '<input type="hidden" name="',
  "月額",
  "<div class=x>",
  "value=",
  " 1 year ",
);
const text = fc.array(fc.oneof(words, fc.string()), { maxLength: 200 }).map((parts) => parts.join(""));

it("a page is compressed once, and each visitor gets it with their own fields, in every encoding", async () => {
  const property = fc.asyncProperty(text, text, own, own, async (before, after, rendered, visitors) => {
    fc.pre(!`${before}${after}`.includes("data-visitor"));
    const page = new PageBytes(pageWith(before, rendered, after));
    const expected = Buffer.from(pageWith(before, visitors, after));
    for (const encoding of ENCODINGS) {
      const sent = await page.encoded(encoding, { fields: visitorFieldsHtml(visitors) });
      expect(READ[encoding](sent).equals(expected)).toBe(true);
    }
  });
  await fc.assert(property, { numRuns: runs(1_000) });
});

const MARKS = { email: "5a6b7c@member.invalid", id: "281474976710655" };
const values = fc.record({ email: fc.stringMatching(/^[a-z.+]{0,30}@[a-z]{1,9}\.com$/), id: fc.nat().map(String) });
const withMarks = fc.array(fc.oneof(text, fc.constantFrom(`<p>${MARKS.email}</p>`, `"id":${MARKS.id},}`)), {
  maxLength: 12,
});

it("each visitor gets their own values in every gap, however long they are", async () => {
  const property = fc.asyncProperty(
    withMarks,
    fc.array(values, { minLength: 1, maxLength: 4 }),
    async (texts, people) => {
      const html = `${texts.join("")}<p>`;
      fc.pre(!html.includes("data-visitor"));
      const page = new PageBytes(html, MARKS);
      for (const [person, encoding] of people.flatMap((one) => ENCODINGS.map((each) => [one, each] as const))) {
        const expected = html.replaceAll(MARKS.email, person.email).replaceAll(MARKS.id, person.id);
        expect(String(READ[encoding](await page.encoded(encoding, person)))).toBe(expected);
      }
    },
  );
  await fc.assert(property, { numRuns: runs(200) });
});

it("many gaps as short as can be are filled, though their random bytes are often the same", async () => {
  const html = `<p>${`"id":${MARKS.id},} `.repeat(60)}</p>`;
  for (let page = 0; page < 10; page += 1) {
    const sent = await new PageBytes(html, MARKS).encoded("br", { email: "", id: "7" });
    expect(String(READ.br(sent))).toBe(html.replaceAll(MARKS.id, "7"));
    // Each gap stands in it as it is, so it was not compressed for this visitor alone.
    expect(sent.length).toBeGreaterThan(60 * 4);
  }
});

it("names the fields, so that new ones can be made", () => {
  const page = new PageBytes(pageWith("<p>", { csrf: "a", attempt: "b" }, "</p>"));
  expect(page.fields).toEqual({ kind: "pay", names: ["csrf", "attempt"] });
});

it("a page without own fields is the same for everybody, and has a name for its content", async () => {
  const [one, same, other] = ["<p>1</p>", "<p>1</p>", "<p>2</p>"].map((html) => new PageBytes(html));
  expect(one?.etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect([same?.etag === one?.etag, other?.etag === one?.etag]).toEqual([true, false]);
  expect(await one?.encoded("br", {})).toBe(await one?.encoded("br", {}));
  expect(new PageBytes(pageWith("", { csrf: "a" }, "")).etag).toBeUndefined();
});

it("a page with a gap is sent to nobody for whom nothing stands in it", async () => {
  const page = new PageBytes(pageWith("<p>", { csrf: "a" }, "</p>"));
  await expect(page.encoded("identity", { email: "a" })).rejects.toThrow("has no fields");
});

it.each([
  ["more than one group of fields", pageWith("", { csrf: "a" }, pageWith("", { csrf: "b" }, ""))],
  ["fields of no kind", `<span hidden="" data-visitor="">${visitorFieldsHtml({ csrf: "a" })}</span>`],
])("a page with %s is not cached", (_, html) => {
  expect(() => new PageBytes(html)).toThrow();
});
