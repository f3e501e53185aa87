import type { Response } from "express";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { STYLE } from "./style";

interface DocumentProps {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}

/** A complete page without scripts. React escapes all content. */
export function Document({ title, isWide = false, children }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <main className={isWide ? "wide" : undefined}>{children}</main>
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
  link?: { href: string; label: string };
}

export function MessagePage({ title, text, link }: MessageProps) {
  return (
    <Document title={title}>
      <h1>{title}</h1>
      <p>{text}</p>
      {link && (
        <p>
          <a href={link.href}>{link.label}</a>
        </p>
      )}
    </Document>
  );
}
