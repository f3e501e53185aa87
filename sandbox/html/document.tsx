import type { Response } from "express";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
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

/** A complete page without scripts. React escapes all content. */
export function Document({ title, isWide = false, navigation, footer, children }: DocumentProps) {
  const width = isWide ? "page wide" : "page";
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{STYLE}</style>
      </head>
      <body>
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
      </body>
    </html>
  );
}

export function sendPage(response: Response, page: ReactElement, status = 200): void {
  response
    .status(status)
    .type("html")
    .send(`<!doctype html>${renderToStaticMarkup(page)}`);
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
