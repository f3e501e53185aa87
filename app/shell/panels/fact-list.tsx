/** An address or an order's number: it gets smaller letters, and an address breaks at its "@" first. */
const LONG = 22;

/** What there is to know about an order, line by line; a fact without text is left out. */
export function FactList({ facts }: { facts: readonly { label: string; text: string | undefined }[] }) {
  return (
    <dl className="lines facts-list">
      {facts.map(
        ({ label, text }) =>
          text !== undefined && (
            <div className="line" key={label}>
              <dt>{label}</dt>
              <dd className={isReference(text) ? "reference" : undefined}>
                <bdi>
                  <Breakable text={text} />
                </bdi>
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
