import { type CSSProperties, Fragment } from "react";
import { directionOf, type LocaleCode, localeOf } from "~/i18n/locales";
import type { LetterContent } from "./letter-content";

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
  table: { width: "100%", margin: "16px 0", borderCollapse: "collapse" },
  label: { padding: "6px 0", color: "#515c68", verticalAlign: "top", wordBreak: "keep-all" },
  value: { padding: "6px 0", verticalAlign: "top" },
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

/** Only numbers and addresses that are too long for a phone are broken anywhere: a date stays one. */
const valueStyle = (text: string, end: "left" | "right"): CSSProperties => ({
  ...STYLES.value,
  textAlign: end,
  [end === "left" ? "paddingRight" : "paddingLeft"]: "12px",
  ...(/\S{20}/.test(text) && { wordBreak: "break-word" }),
});

function Table({ rows, end }: { rows: LetterContent["tables"][number]; end: "left" | "right" }) {
  return (
    <table style={STYLES.table} cellPadding={0} cellSpacing={0}>
      <tbody>
        {rows.map(({ label, text }) => (
          <tr key={label}>
            <td style={STYLES.label}>{label}</td>
            <td style={valueStyle(text, end)}>
              <bdi>
                <Value text={text} />
              </bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
