import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvCell, csvLine } from "../../payments/transfer/csv";

/** A reader of RFC 4180, for lines that end with CR LF. */
function read(line: string): string[] {
  const fields = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)];
  return fields.map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain);
}

describe("a line of CSV", () => {
  it.each<[CsvCell[], string]>([
    [["a", 1, null, 0.5], "a,1,,0.5\r\n"],
    [['say "a, b"', "two\r\nlines"], '"say ""a, b""","two\r\nlines"\r\n'],
    [["=1+1", "+1", "-1+1", "@a", "\ta"], "'=1+1,'+1,'-1+1,'@a,'\ta\r\n"],
    [["-1", "-1.50", "-1.5.0", "-1e1"], "-1,-1.50,'-1.5.0,'-1e1\r\n"],
    [["a=1", -1], "a=1,-1\r\n"],
    [['=HYPERLINK("a")'], '"\'=HYPERLINK(""a"")"\r\n'],
  ])("of %j", (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it("is read as what was written, and no cell of it is a formula", () => {
    const cell = fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n\",' ab") });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const found = read(csvLine(cells));
        for (const text of found) expect(text).not.toMatch(/^[=+\-@\t\r]/);
        expect(found).toEqual(cells.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)));
      }),
    );
  });
});
