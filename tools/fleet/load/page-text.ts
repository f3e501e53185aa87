/** What a look at a page's text tells, without a parser: views are many. */
export interface PageText {
  lang: string;
  heading: string;
  isComplete: boolean;
  /** What is on its button to pay. */
  price: number | undefined;
  /** Paths of the built files that it loads. */
  files: string[];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };
const unescaped = (text: string): string => text.replace(/&([#\w]+);/g, (all, name: string) => ENTITIES[name] ?? all);
const withoutTags = (html: string): string => unescaped(html.replace(/<[^>]*>/g, "")).trim();

export function readPage(html: string): PageText {
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "";
  const button = /<button class="button button-pay"[^>]*>([\s\S]*?)<\/button>/.exec(html)?.[1] ?? "";
  const files = [...html.matchAll(/"(\/assets\/[^"#?]+)/g)].map(([, path = ""]) => path);
  return {
    lang: /<html lang="([^"]+)"/.exec(html)?.[1] ?? "",
    heading: withoutTags(heading),
    isComplete: html.trimEnd().endsWith("</html>"),
    price: priceIn(withoutTags(button)),
    files: [...new Set(files)],
  };
}

/** An amount as English writes it. */
export function priceIn(text: string): number | undefined {
  const digits = /\d[\d,]*(\.\d+)?/.exec(text)?.[0].replaceAll(",", "");
  return digits === undefined ? undefined : Number(digits);
}
