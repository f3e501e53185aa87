/** All of them are one service's: a mailbox has the same name at each. */
const ALIASES: ReadonlyMap<string, string> = new Map([["googlemail.com", "gmail.com"]]);

/**
 * Services that deliver name+anything to name. Gmail, Fastmail, Proton and Microsoft say so themselves
 * (support.google.com/mail/answer/22370, fastmail.help/hc/en-us/articles/360060591053, proton.me/support/addresses-and-aliases,
 * learn.microsoft.com/en-us/exchange/recipients-in-exchange-online/plus-addressing-in-exchange-online); Outlook.com and iCloud
 * do so, too, and validator.js's normalizeEmail counts on it.
 */
const IGNORES_PLUS: ReadonlySet<string> = new Set([
  "gmail.com",
  ..."outlook.com hotmail.com live.com msn.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es".split(" "),
  ..."live.co.uk live.fr live.de live.it outlook.fr outlook.de outlook.it outlook.es outlook.jp".split(" "),
  ..."icloud.com me.com mac.com fastmail.com fastmail.fm proton.me protonmail.com pm.me".split(" "),
]);

/** Gmail alone: support.google.com/mail/answer/7436150. */
const IGNORES_DOTS: ReadonlySet<string> = new Set(["gmail.com"]);

/**
 * The mailbox behind an e-mail address, however it is written: `O.n.c.e+x@googlemail.com` is `once@gmail.com`. For counting
 * only: nothing is sent there, and no order is found by it, because only the service itself knows for certain.
 */
export function mailboxOf(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  const [name, given] = [lower.slice(0, at), lower.slice(at + 1)];
  if (at === -1) return lower;
  const domain = ALIASES.get(given) ?? given;
  const untagged = IGNORES_PLUS.has(domain) ? name.replace(/(?<=.)\+.*/, "") : name;
  return `${IGNORES_DOTS.has(domain) ? untagged.replaceAll(".", "") : untagged}@${domain}`;
}
