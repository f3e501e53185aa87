import { FactList } from "~/shell/panels/fact-list";
import type { PlanCard } from "./plan-cards.server";

/** The plans that run, each with the ways to change it. */
export const PlanCards = ({ cards }: { cards: readonly PlanCard[] }) => (
  <div className="subscriptions">
    {cards.map(({ id, plan, state, stateName, facts, words, ways }) => (
      <article key={id} className="card subscription" aria-labelledby={id}>
        <div className="subscription-head">
          <h2 id={id}>
            <bdi>{plan}</bdi>
          </h2>
          <span className={`state state-${state}`}>{stateName}</span>
        </div>
        <FactList facts={facts} />
        {words.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {ways.length > 0 && (
          <p className="actions">
            {ways.map(({ text, at, isFirst }) => (
              <a key={at} className={isFirst ? "button" : "button-quiet"} href={at}>
                {text}
                <span className="visually-hidden"> {plan}</span>
              </a>
            ))}
          </p>
        )}
      </article>
    ))}
  </div>
);
