import type { ReactNode } from "react";
import { Page } from "../../payments/html/page";
import { STYLE } from "./style";

interface DocumentProps {
  title: string;
  /** For pages of tables. */
  isWide?: boolean;
  /** Stands in the header, beside the sandbox's name. */
  navigation?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

export function Document({ title, isWide = false, navigation, footer, children }: DocumentProps) {
  const width = isWide ? "page wide" : "page";
  return (
    <Page title={title} style={STYLE} head={<link rel="icon" href="/favicon.svg" type="image/svg+xml" />}>
      <header className="top">
        <p className="ribbon">
          <strong>Test mode:</strong> no money moves
        </p>
        <div className={width}>
          <p className="brand">Payments sandbox</p>
          {navigation}
        </div>
      </header>
      <main className={width}>{children}</main>
      {footer && <footer className={width}>{footer}</footer>}
    </Page>
  );
}

interface MessageProps {
  title: string;
  text: string;
}

/** Says what went wrong; the way on is the browser's way back, or the control pages. */
export function MessagePage({ title, text }: MessageProps) {
  return (
    <Document title={title} footer={<a href="/control">All orders of this sandbox</a>}>
      <h1>{title}</h1>
      <p className="card message">{text}</p>
    </Document>
  );
}
