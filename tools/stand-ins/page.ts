/** What the buyer may do at a provider's page: the name of the outcome, and the text of its button. */
export type Outcomes = Readonly<Record<string, string>>;

/** A provider's page: a plain form, so that it works without scripts. */
export function providerPage(provider: string, facts: readonly string[], outcomes: Outcomes): string {
  const buttons = Object.entries(outcomes).map(
    ([name, text]) => `<p><button name="outcome" value="${escaped(name)}">${escaped(text)}</button></p>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(provider)} (stand-in)</title><h1>${escaped(provider)} (stand-in)</h1>
${facts.map((fact) => `<p>${escaped(fact)}</p>`).join("\n")}
<form method="post">${buttons.join("\n")}</form></html>`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
