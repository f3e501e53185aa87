import { useCopy } from "~/enhance/use-copy";
import type { Elsewhere } from "./open-in-browser";

/** Shown inside other apps only: folded, so that it is in nobody's way. */
export function ContinueElsewhere({ elsewhere }: { elsewhere: Elsewhere | undefined }) {
  const { copy, isCopied, canCopy } = useCopy();
  if (elsewhere === undefined) return null;
  const { link, code, words } = elsewhere;
  return (
    <details className="notice elsewhere">
      <summary>{words.title}</summary>
      <p>{words.text}</p>
      <label>
        {words.link}
        <input type="text" readOnly value={link} dir="ltr" onFocus={(event) => event.currentTarget.select()} />
      </label>
      {canCopy && (
        <button className="button-quiet" type="button" onClick={() => copy(link)} aria-live="polite">
          {isCopied ? words.copied : words.copy}
        </button>
      )}
      {code !== undefined && (
        <figure>
          <svg viewBox={`-2 -2 ${code.size + 4} ${code.size + 4}`} aria-hidden="true">
            <path d={code.path} stroke="#000" shapeRendering="crispEdges" />
          </svg>
          <figcaption>{words.code}</figcaption>
        </figure>
      )}
    </details>
  );
}
