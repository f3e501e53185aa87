import type { QuestionsView } from "./reasons.server";

/** Questions that unfold their answers. */
export function Questions({ heading, questions }: QuestionsView) {
  return (
    <section className="questions" aria-labelledby="questions-title">
      <h2 id="questions-title">{heading}</h2>
      {questions.map(({ question, answer, link }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>
            {answer} {link && <a href={link.to}>{link.text}</a>}
          </p>
        </details>
      ))}
    </section>
  );
}
