/** What there is to know about an order, line by line; a fact without text is left out. */
export function FactList({ facts }: { facts: readonly { label: string; text: string | undefined }[] }) {
  return (
    <dl className="lines facts-list">
      {facts.map(
        ({ label, text }) =>
          text !== undefined && (
            <div className="line" key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{text}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
