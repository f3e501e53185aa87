import type { Page } from "playwright-core";
import { expect } from "vitest";
import { inLanguage } from "~/paths";
import { journey } from "../journey";
import { PAGES } from "../narrow-phone";

const WIDTHS = [320, 360, 412, 768, 1280];

/** Words that browsers' dictionaries split wrongly, or that readers stumbled over. */
const WHOLE_WORDS = {
  my: ["အကောင့်", "အီးမေးလ်", "လင့်ခ်", "အက်ပ်", "ဘရောက်ဇာ"],
  th: ["แพ็กเกจ", "ใบเสร็จ", "เข้าสู่ระบบ", "ชำระเงิน", "ต่ออายุ", "อัตโนมัติ"],
} as const;

/** Each text of the page that is seen, in the lines that it stands on. */
const linesOf = (page: Page): Promise<string[][]> =>
  page.evaluate(() => {
    const range = document.createRange();
    const boxAt = (text: Node, at: number) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return [...range.getClientRects()].find(({ width }) => width > 0);
    };
    const inLines = (text: Node) => {
      const lines: string[] = [];
      let bottom = -Infinity;
      for (const [at, letter] of (text.nodeValue ?? "").split("").entries()) {
        const box = boxAt(text, at);
        if (box !== undefined && box.top >= bottom) lines.push("");
        bottom = box?.bottom ?? bottom;
        lines.push((lines.pop() ?? "") + letter);
      }
      return lines;
    };
    const texts: Node[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) texts.push(walker.currentNode);
    return texts.filter((text) => !text.parentElement?.closest(".visually-hidden")).map(inLines);
  });

/** The words that do not stand on one line of a text. */
function brokenWords(lines: readonly string[], words: readonly string[]): string[] {
  const plain = lines.map((line) => line.replaceAll("\u2060", ""));
  const countIn = (text: string, word: string) => text.split(word).length - 1;
  const inLines = (word: string) => plain.reduce((sum, line) => sum + countIn(line, word), 0);
  return words
    .filter((word) => countIn(plain.join(""), word) > inLines(word))
    .map((word) => `${word}: ${plain.join(" | ")}`);
}

for (const lang of ["my", "th"] as const)
  journey.withoutScripts(`no line in ${lang} ends within a word`, async ({ page }) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const rest of PAGES) {
        await page.goto(inLanguage(lang, rest));
        const broken = (await linesOf(page)).flatMap((lines) => brokenWords(lines, WHOLE_WORDS[lang]));
        expect(broken, `${rest} at ${width} px`).toEqual([]);
      }
    }
  });

journey.withoutScripts("no Japanese line begins with what may not begin one", async ({ page }) => {
  const starts: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const rest of PAGES) {
      await page.goto(inLanguage("ja", rest));
      starts.push(...(await linesOf(page)).flatMap(([, ...further]) => further.map((line) => line.slice(0, 1))));
    }
  }
  expect(starts.length).toBeGreaterThan(100);
  expect(starts.join("").match(/[ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ、。，）」』：；？]/g)).toBeNull();
});
