import { useCopy } from "~/enhance/use-copy";
import type { OpenInBrowser } from "./open-in-browser.server";
import { QrCode } from "./qr-code";

interface Props {
  openInBrowser: OpenInBrowser | undefined;
  /** Unfolded: here it is the advice. */
  isOpen?: boolean;
}

/** Shown only in apps' built-in browsers; collapsed by default. */
export function OpenInBrowserPanel({ openInBrowser, isOpen }: Props) {
  const { copy, isCopied, canCopy } = useCopy();
  if (openInBrowser === undefined) return null;
  const { link, code, words } = openInBrowser;
  return (
    <details className="notice open-in-browser" open={isOpen}>
      <summary>{words.title}</summary>
      <p>{words.text}</p>
      <label>
        {words.link}
        <input type="text" readOnly value={link} dir="ltr" onFocus={(event) => event.currentTarget.select()} />
      </label>
      {canCopy && (
        <button className="button-quiet" type="button" onClick={() => copy(link, words.copied)}>
          {isCopied ? words.copied : words.copy}
        </button>
      )}
      {code !== undefined && <QrCode code={code} text={words.code} />}
    </details>
  );
}
