import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { LocaleCode } from "~/i18n/locales";
import { inLanguage } from "~/paths";
import type { Journey } from "./journey";

/** Where the page is scrolled to: whether the button that pays can be pressed, and whether the words that bind are wholly in sight. */
interface Seen {
  at: number;
  canPay: boolean;
  hasWords: boolean;
}

interface Look {
  seen: Seen;
  isEnd: boolean;
}

/** Looks at what is drawn, and scrolls on by an eighth of the screen. */
const lookAndScroll = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const button = document.querySelector(".button-pay");
    const words = document.getElementById("agreement");
    if (button === null || words === null) throw new Error("there is no button, or no words");
    const pointsOf = ({ left, top, width, height }: DOMRect): [number, number][] =>
      [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((down): [number, number][] => [
        [left + width * 0.1, top + height * down],
        [left + width * 0.5, top + height * down],
        [left + width * 0.9, top + height * down],
      ]);
    const isDrawn = (element: Element) => (point: [number, number]) => {
      const drawn = document.elementFromPoint(...point);
      return drawn !== null && (element === drawn || element.contains(drawn));
    };
    const box = words.getBoundingClientRect();
    const isInSight = box.top >= -1 && box.bottom <= innerHeight + 1;
    const seen = {
      at: scrollY,
      canPay: pointsOf(button.getBoundingClientRect()).some(isDrawn(button)),
      hasWords: isInSight && pointsOf(box).every(isDrawn(words)),
    };
    const before = scrollY;
    scrollBy({ top: innerHeight / 8, behavior: "instant" });
    return { seen, isEnd: scrollY === before };
  });

async function scrollThrough(page: Page): Promise<Seen[]> {
  const all: Seen[] = [];
  for (;;) {
    const { seen, isEnd } = await lookAndScroll(page);
    all.push(seen);
    if (isEnd) return all;
  }
}

/** Words that stay with the button would cover it for ever where they are longer than the screen: there it follows them. */
const spaceBeforeButton = (page: Page): Promise<number | undefined> =>
  page.evaluate(() => {
    const [words, button] = [document.getElementById("agreement"), document.querySelector(".button-pay")];
    if (words === null || button === null || getComputedStyle(words).position === "sticky") return undefined;
    return button.getBoundingClientRect().top - words.getBoundingClientRect().bottom;
  });

const sizesOf = (page: Page): Promise<[words: number, body: number]> =>
  page.evaluate(() => {
    const sizeOf = (selector: string) =>
      Number.parseFloat(getComputedStyle(document.querySelector(selector) ?? document.body).fontSize);
    return [sizeOf("#agreement"), sizeOf("body")];
  });

export interface Screen {
  width: number;
  height: number;
}

/** Wherever the button that pays can be pressed, the words that it binds to are wholly in sight, as large as any text. */
export const wordsStandAtButton =
  (plan: string, lang: LocaleCode, screens: readonly Screen[]) =>
  async ({ page }: Journey): Promise<void> => {
    for (const screen of screens) {
      await page.setViewportSize(screen);
      await page.goto(inLanguage(lang, `/payment/${plan}`));
      await page.locator("#agreement").waitFor();
      const [words, body] = await sizesOf(page);
      expect(words).toBeGreaterThanOrEqual(body);
      const seen = await scrollThrough(page);
      const where = `${lang}, ${plan}, ${screen.width}`;
      const space = await spaceBeforeButton(page);
      if (space !== undefined) {
        expect(space, `${where}: right below the words`).toBeGreaterThanOrEqual(0);
        expect(space, `${where}: right below the words`).toBeLessThan(30);
        expect(seen.filter(({ canPay }) => canPay).length, `${where}: never to be pressed`).toBeGreaterThan(0);
        continue;
      }
      expect(
        seen.filter(({ canPay, hasWords }) => canPay && !hasWords),
        `${where}: pressed without the words`,
      ).toEqual([]);
      expect(
        seen.some(({ canPay, hasWords }) => canPay && hasWords),
        `${where}: never to be pressed`,
      ).toBe(true);
    }
  };
