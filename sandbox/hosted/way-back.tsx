import type { Response } from "express";
import { Document, sendPage } from "../html/document";
import type { WayBack } from "../providers/simulator";

interface WayBackProps {
  way: WayBack;
}

/** Back to the site by hand: a link, or a form where the provider posts. */
export function WayBackControl({ way }: WayBackProps) {
  if (way.method === "get")
    return (
      <p>
        <a href={way.address} target="_top">
          Back to the shop
        </a>
      </p>
    );
  return (
    <form method="post" action={way.address}>
      {Object.entries(way.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="main">
        Back to the shop
      </button>
    </form>
  );
}

/** Takes the buyer back: by redirect, or by a page whose form posts itself where scripts run. */
export function sendBack(response: Response, way: WayBack): void {
  if (way.method === "get") response.redirect(303, way.address);
  else sendPage(response, <PostBackPage way={way} />);
}

function PostBackPage({ way }: WayBackProps) {
  return (
    <Document title="Sandbox provider: going back">
      <h1>Going back to the shop</h1>
      <WayBackControl way={way} />
      <script src="/scripts/submit-form.js" />
    </Document>
  );
}
