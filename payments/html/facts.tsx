import type { ReactNode } from "react";

/** A name and what stands under it; a fact of null is left out. */
export type Fact = readonly [name: string, value: ReactNode];

/** A list of facts, each with its name beside it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
