import { type CSSProperties, Fragment } from "react";
import { directionOf, type LocaleCode, localeOf } from "~/i18n/locales";
import type { LetterContent } from "./letter-content";
import type { Row } from "./rows";

/** Mail programs read styles at the elements only, and know tables best. */
const STYLES = {
  body: { margin: 0, padding: "24px 12px", backgroundColor: "#f3f5f7" },
  sheet: { width: "100%", maxWidth: "560px", margin: "0 auto", backgroundColor: "#ffffff", borderRadius: "12px" },
  content: {
    padding: "32px 24px",
    fontSize: "16px",
    color: "#1a2129",
  },
  brand: { margin: "0 0 24px", fontWeight: 700 },
  heading: { margin: "0 0 12px", fontSize: "24px" },
  sectionHeading: { margin: "24px 0 8px", fontSize: "18px" },
  paragraph: { margin: "0 0 8px", wordBreak: "break-word" },
  facts: { margin: "16px 0" },
  fact: { width: "100%", borderCollapse: "collapse" },
  label: { padding: "6px 0", color: "#515c68", verticalAlign: "top" },
  value: { padding: "6px 0", verticalAlign: "top" },
  labelAbove: { padding: "6px 0 0", color: "#515c68" },
  valueBelow: { padding: "0 0 6px", wordBreak: "break-word" },
  buttonRow: { margin: "24px 0" },
  small: { margin: "12px 0 0", fontSize: "14px", color: "#515c68" },
  address: { wordBreak: "break-all", color: "#515c68" },
} as const satisfies Record<string, CSSProperties>;

const SYSTEM_FACES = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif";

/** The faces and the height of lines that a language's script wants, as on the site (app/styles/script-styles.ts). */
function scriptStyle(lang: LocaleCode): CSSProperties {
  if (lang === "ur") {
    return {
      fontFamily: `'Noto Nastaliq Urdu', 'Jameel Noori Nastaleeq', 'Urdu Typesetting', ${SYSTEM_FACES}`,
      lineHeight: 2,
    };
  }
  return { fontFamily: SYSTEM_FACES, lineHeight: lang === "my" || lang === "th" ? 1.75 : 1.5 };
}

const buttonStyle = (color: string): CSSProperties => ({
  display: "inline-block",
  padding: "12px 20px",
  borderRadius: "8px",
  backgroundColor: color,
  color: "#ffffff",
  fontWeight: 700,
  textDecoration: "none",
});

interface Props {
  lang: LocaleCode;
  content: LetterContent;
  appName: string;
  color: string;
}

/** A letter as a whole HTML document, which needs nothing from outside. */
export function LetterHtml({ lang, content, appName, color }: Props) {
  const dir = directionOf(lang);
  const end = dir === "rtl" ? "left" : "right";
  return (
    <html lang={localeOf(lang).tag} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{content.subject}</title>
      </head>
      <body style={STYLES.body}>
        <table role="presentation" dir={dir} style={STYLES.sheet} cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td style={{ ...STYLES.content, ...scriptStyle(lang) }}>
                <p style={STYLES.brand}>{appName}</p>
                <h1 style={STYLES.heading}>{content.heading}</h1>
                <p style={{ margin: 0 }}>{content.text}</p>
                {content.tables.map((table) => (
                  <Table key={table[0]?.label} rows={table} end={end} />
                ))}
                <p style={STYLES.buttonRow}>
                  <a href={content.link} style={buttonStyle(color)}>
                    {content.button}
                  </a>
                </p>
                <p style={STYLES.small}>
                  {content.linkHint}
                  <br />
                  <a href={content.link} dir="ltr" style={STYLES.address}>
                    {content.link}
                  </a>
                </p>
                {content.sections.map(({ heading, paragraphs }) => (
                  <Fragment key={heading}>
                    <h2 style={STYLES.sectionHeading}>{heading}</h2>
                    {paragraphs.map((text) => (
                      <p key={text} style={STYLES.paragraph}>
                        <Value text={text} />
                      </p>
                    ))}
                  </Fragment>
                ))}
                {content.closing.map((text) => (
                  <p key={text} style={STYLES.small}>
                    {text}
                  </p>
                ))}
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}

function Table({ rows, end }: { rows: LetterContent["tables"][number]; end: "left" | "right" }) {
  return (
    <div style={STYLES.facts}>
      {rows.map((row) => (
        <table key={row.label} role="presentation" style={STYLES.fact} cellPadding={0} cellSpacing={0}>
          <tbody>
            <Fact row={row} end={end} />
          </tbody>
        </table>
      ))}
    </div>
  );
}

/** So many letters fit into a line of a phone. */
const LINE = 30;

/** In Latin letters: those of the East are twice as wide. */
const widthOf = (text: string): number => [...text].reduce((width, letter) => width + (letter > "\u2e7f" ? 2 : 1), 0);

/** Both in one line where a phone has the room, else one below the other: each row for itself, so that no long one breaks a date. */
function Fact({ row: { label, text }, end }: { row: Row; end: "left" | "right" }) {
  const value = (
    <bdi>
      <Value text={text} />
    </bdi>
  );
  if (widthOf(label) + widthOf(text) <= LINE) {
    return (
      <tr>
        <td style={STYLES.label}>{label}</td>
        <td style={{ ...STYLES.value, textAlign: end }}>{value}</td>
      </tr>
    );
  }
  return (
    <>
      <tr>
        <td style={STYLES.labelAbove}>{label}</td>
      </tr>
      <tr>
        <td style={STYLES.valueBelow}>{value}</td>
      </tr>
    </>
  );
}

/** An address can be followed, as plain text's can in every mail program. */
function Value({ text }: { text: string }) {
  const [, before = text, address] = /^(.*?)(https?:\/\/\S+)$/.exec(text) ?? [];
  if (address === undefined) return text;
  return (
    <>
      {before}
      <a href={address} dir="ltr" style={STYLES.address}>
        {address}
      </a>
    </>
  );
}
