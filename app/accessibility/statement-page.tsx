import type { Statement } from "./statement.server";

export function StatementPage({ statement: { title, lead, parts } }: { statement: Statement }) {
  return (
    <article className="prose">
      <h1>{title}</h1>
      {lead.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {parts.map(({ heading, list, texts }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {list.length > 0 && (
            <ul>
              {list.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
