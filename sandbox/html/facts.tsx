import type { ReactNode } from "react";

/** A name and what is told under it; a fact of null is left out. */
export type Fact = readonly [name: string, told: ReactNode];

/** A list of facts, each with its name beside it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, told]) => told !== null)
        .map(([name, told]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{told}</dd>
          </div>
        ))}
    </dl>
  );
}
