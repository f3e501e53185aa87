/** Longer texts without spaces, such as e-mail addresses and order ids, are set in smaller letters. */
const LONG = 22;

export interface Fact {
  label: string;
  text?: string | undefined;
  /** The text is a link to it. */
  at?: string | undefined;
}

/** Facts about an order, one per line; facts without text are left out, and the list where there are no others. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  if (facts.every(({ text }) => text === undefined)) return null;
  return (
    <dl className="lines facts-list">
      {facts.map(
        ({ label, text, at }) =>
          text !== undefined && (
            <div className="line" key={label}>
              <dt>{label}</dt>
              <dd className={isReference(text) ? "reference" : undefined}>
                <bdi>{at === undefined ? <Breakable text={text} /> : <a href={at}>{text}</a>}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

const isReference = (text: string): boolean => text.length > LONG && !text.includes(" ");

function Breakable({ text }: { text: string }) {
  const at = text.lastIndexOf("@");
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
