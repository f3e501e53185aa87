import { StatusPanel } from "~/shell/panels/status-panel";
import { QrCode } from "~/visitor/browser/qr-code";
import type { OpenView } from "./open-page.server";

export function OpenPage({ view: { title, texts, open, install, scan } }: { view: OpenView }) {
  const [lead, ...hints] = texts;
  return (
    <StatusPanel tone="info" title={title}>
      <p>{lead}</p>
      {scan !== undefined && <QrCode className="scan" {...scan} />}
      {(open !== undefined || install.length > 0) && (
        <p className="actions">
          {open !== undefined && (
            <a className="button" href={open.at} rel="noreferrer">
              {open.text}
            </a>
          )}
          {install.map(({ text, at }) => (
            <a key={at} className="button-quiet" href={at} rel="noreferrer">
              {text}
            </a>
          ))}
        </p>
      )}
      {hints.map((text) => (
        <p key={text} className="hint">
          {text}
        </p>
      ))}
    </StatusPanel>
  );
}
