import type { ReactNode } from "react";
import { Document } from "../html/document";

const PLACES = [
  ["/control", "Orders"],
  ["/control/events", "Events"],
  ["/control/funnel", "Funnel"],
  ["/control/ledger", "Ledger"],
  ["/control/mailbox", "Mailbox"],
  ["/control/mails", "Mails"],
  ["/control/subscriptions", "Subscriptions"],
  ["/control/faults", "Faults"],
  ["/control/settings", "Settings"],
  ["/control/app-links", "Link of an app"],
  ["/control/app-purchases", "Purchase in an app"],
  ["/openapi.json", "OpenAPI"],
] as const;

interface ControlDocumentProps {
  title: string;
  children: ReactNode;
}

/** A control page, with links to all others. */
export function ControlDocument({ title, children }: ControlDocumentProps) {
  return (
    <Document title={`${title}: sandbox`} isWide>
      <nav>
        {PLACES.map(([href, name]) => (
          <a key={href} href={href}>
            {name}
          </a>
        ))}
      </nav>
      <h1>{title}</h1>
      {children}
    </Document>
  );
}
