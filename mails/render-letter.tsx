import { renderToStaticMarkup } from "react-dom/server";
import type { LocaleCode } from "~/i18n/locales";
import type { Letter, RenderedLetter, Sender } from "./letter";
import { type LetterContent, letterContent } from "./letter-content";
import { LetterHtml } from "./letter-html";

const PLAIN_COLOR = "#1f5fd6";

/** A letter's subject, HTML and plain text in one language; both say the same. */
export function renderLetter(lang: LocaleCode, letter: Letter, sender: Sender): RenderedLetter {
  const content = letterContent(lang, letter, sender);
  const html = renderToStaticMarkup(
    <LetterHtml lang={lang} content={content} appName={sender.appName} color={sender.color ?? PLAIN_COLOR} />,
  );
  return { subject: content.subject, html: `<!doctype html>${html}\n`, text: textOf(content) };
}

/** Paragraphs with a line between them, for readers of plain text. */
function textOf({ heading, text, tables, button, link, sections, line, closing }: LetterContent): string {
  const parts = [
    heading,
    text,
    ...tables.map((table) => table.map(({ label, text: value }) => line(label, value)).join("\n")),
    `${button}\n${link}`,
    ...sections.map((section) => [section.heading, ...section.paragraphs].join("\n")),
    ...closing,
  ];
  return `${parts.join("\n\n")}\n`;
}
