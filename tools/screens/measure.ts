import type { Page } from "playwright-core";

/** What a buyer on a phone meets on a checkout; lengths in CSS pixels. */
export interface Measures {
  /** Where the button that pays ends. */
  payEnd: number;
  /** Where the order ends, with what stands below its button. */
  orderEnd: number;
  /** Without the sandbox's ribbon, which buyers do not have. */
  pageHeight: number;
  barHeight: number;
  /** The e-mail field, or the address of who is known, is wholly in the first screen. */
  hasEmail: boolean;
  /** So many ways to pay are wholly in the first screen. */
  methods: number;
  /** So much of the page lies beside the screen. */
  sideways: number;
}

interface Box {
  top: number;
  bottom: number;
}

/** Functions in it have no names: the runner of these tools marks those, and the browser does not know its mark. */
const look = (page: Page) =>
  page.evaluate(() => {
    const [pay, order, bar, email, choices] = [".button-pay", ".order", ".pay-bar", ".known, #email", ".choice"].map(
      (selector) =>
        [...document.querySelectorAll(selector)].map((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return { top, bottom };
        }),
    );
    const { scrollWidth, scrollHeight, clientWidth } = document.documentElement;
    const ribbon = document.querySelector(".ribbon")?.getBoundingClientRect().height ?? 0;
    return {
      pay,
      order,
      bar,
      email,
      choices,
      pageHeight: scrollHeight - ribbon,
      sideways: scrollWidth - clientWidth,
      end: innerHeight,
    };
  });

/** Measures the page that is open, at its start. What lies under the bar is not in sight. */
export async function measure(page: Page): Promise<Measures> {
  const { pay, order, bar: bars, email, choices, pageHeight, sideways, end } = await look(page);
  const bar = bars?.[0];
  const isInSight = (box: Box): boolean => box.bottom > box.top && box.bottom <= Math.min(end, bar?.top ?? end) + 1;
  return {
    payEnd: pay?.[0]?.bottom ?? Number.NaN,
    orderEnd: order?.[0]?.bottom ?? Number.NaN,
    pageHeight,
    barHeight: bar === undefined ? 0 : bar.bottom - bar.top,
    hasEmail: (email ?? []).some(isInSight),
    methods: (choices ?? []).filter(isInSight).length,
    sideways,
  };
}
