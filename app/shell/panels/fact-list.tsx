/** Longer texts without spaces, such as e-mail addresses and order ids, are set in smaller letters. */
const LONG = 22;

/** Facts about an order, one per line; facts without text are left out. */
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
