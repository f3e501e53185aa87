import type { Response } from "express";
import type { ReactNode } from "react";
import { sendPage } from "../../payments/html/page";
import { Document } from "../html/document";
import type { WayBack } from "../providers/simulator";

interface WayBackProps {
  way: WayBack;
}

/** The link back to the site, or a form where the provider posts; also leaves a frame. */
export function WayBackControl({ way }: WayBackProps) {
  if (way.method === "get")
    return (
      <p>
        <a href={way.address} target="_top" className="button main">
          Back to the shop
        </a>
      </p>
    );
  return (
    <form method="post" action={way.address} target="_top">
      {Object.entries(way.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="main">
        Back to the shop
      </button>
    </form>
  );
}

/** Takes the buyer back: by redirect, or by a form that scripts submit. */
export function sendBack(response: Response, way: WayBack): void {
  if (way.method === "get") response.redirect(303, way.address);
  else
    sendPage(
      response,
      <GoingBackPage way={way}>
        <script src="/scripts/submit-form.js" />
      </GoingBackPage>,
    );
}

/** The message from a framed page to the site's page around it, for the script that opened the frame. */
interface FrameNews {
  reference: string;
  /** Whether the buyer has finished; false where the payment failed or was given up. */
  isCompleted: boolean;
  way: WayBack;
}

export function sendNews(response: Response, siteOrigin: string, news: FrameNews): void {
  sendPage(
    response,
    <GoingBackPage way={news.way}>
      <script src="/scripts/tell-parent.js" data-site={siteOrigin} data-news={JSON.stringify(news)} />
    </GoingBackPage>,
  );
}

function GoingBackPage({ way, children }: WayBackProps & { children: ReactNode }) {
  return (
    <Document title="Sandbox provider: going back">
      <h1>Going back to the shop</h1>
      <div className="card">
        <WayBackControl way={way} />
      </div>
      {children}
    </Document>
  );
}
