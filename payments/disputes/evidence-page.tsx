import { Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { moneyText } from "../html/money-text";
import type { Money } from "../machine/money";
import type { Evidence } from "./evidence";

type Fact = string | number | boolean | null;

const STYLE = `
body { font: 11pt/1.4 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff }
h1 { font-size: 1.4em } h2 { font-size: 1.1em; margin: 1.6em 0 .4em; break-after: avoid }
table { border-collapse: collapse; width: 100% } th, td { text-align: start; vertical-align: top; padding: .2em .8em .2em 0; border-bottom: 1px solid #ccc }
th { font-weight: 600 } tr { break-inside: avoid } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; border: 1px solid #ccc; padding: .6em }
`;

/** Evidence as one page that needs nothing from outside: to be read, printed, or stored as a PDF. */
export const evidencePage = (evidence: Evidence): string =>
  `<!doctype html>${renderToStaticMarkup(<Page {...evidence} />)}\n`;

function Page(all: Evidence) {
  const { order_id, gathered_at, buyer, sold, agreed, access, letters } = all;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{`Evidence for order ${order_id}`}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1>Evidence for order {order_id}</h1>
        <p>As stored on {gathered_at}. Times are in UTC.</p>
        <Rows title="What the bank disputes" rows={all.disputes.map(flat)} />
        <Facts title="Who bought" facts={buyer} />
        <Facts title="What was sold" facts={sold === null ? {} : flat(sold)} />
        <Facts title="What the buyer agreed to" facts={agreed} />
        <Rows title="What happened, step by step" rows={all.steps} />
        <Rows title="Payments" rows={all.payments.map(flat)} />
        <Rows title="Receipts" rows={all.receipts.map(flat)} />
        <Facts title="Access to the service" facts={{ from: access.from, until: access.until }} />
        <Rows title="When the VPN's servers were told who may use it" rows={access.told_to_the_vpn} />
        <Rows title="Opened in the app" rows={all.opened_in_app} />
        <Rows title="What the buyer declared" rows={all.declared} />
        <Rows title="Refunds" rows={all.refunds.map(flat)} />
        <Rows title="Earlier payments of the same buyer, undisputed" rows={all.earlier_payments.map(flat)} />
        {letters.map(({ text, ...letter }) => (
          <Fragment key={letter.sha256_of_the_text}>
            <Facts title={`Letter: ${letter.subject}`} facts={letter} />
            <pre dir="auto">{text}</pre>
          </Fragment>
        ))}
      </body>
    </html>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 dir="auto">{title}</h2>
    {children}
  </section>
);

function Facts({ title, facts }: { title: string; facts: Readonly<Record<string, Fact>> }) {
  return (
    <Section title={title}>
      <table>
        <tbody>
          {Object.entries(facts).map(([name, fact]) => (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              <td dir="auto">{textOf(fact)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly Readonly<Record<string, Fact>>[] }) {
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <Section title={title}>
      <table>
        <thead>
          <tr>
            {Object.keys(first).map((name) => (
              <th key={name} scope="col">
                {labelOf(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={JSON.stringify(row)}>
              {Object.entries(row).map(([name, fact]) => (
                <td key={name} dir="auto">
                  {textOf(fact)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

const labelOf = (name: string): string => name.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

function textOf(fact: Fact): string {
  if (fact === null) return "–";
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  return String(fact);
}

/** What has parts, such as an amount with its currency, in one text. */
function flat(facts: object): Record<string, Fact> {
  const entries = Object.entries(facts).map(([name, fact]) => [name, isFact(fact) ? fact : partsOf(fact)] as const);
  if (!isMoney(facts)) return Object.fromEntries(entries);
  const others = entries.filter(([name]) => name !== "currency");
  return { ...Object.fromEntries(others), amount: moneyText(facts) };
}

const isMoney = (facts: object): facts is Money =>
  "amount" in facts && typeof facts.amount === "number" && "currency" in facts && typeof facts.currency === "string";

const isFact = (value: unknown): value is Fact => value === null || typeof value !== "object";

const partsOf = (parts: object): string | null => Object.values(flat(parts)).join(" ") || null;
