import type { ReactNode } from "react";
import { Document } from "../html/document";

const PLACES = {
  "/control": "Orders",
  "/control/subscriptions": "Subscriptions",
  "/control/declarations": "Declarations",
  "/control/mailbox": "Mailbox",
  "/control/mails": "Mails",
  "/control/events": "Events",
  "/control/funnel": "Funnel",
  "/control/ledger": "Ledger",
  "/control/store-reports": "Store reports",
  "/control/faults": "Faults",
  "/control/settings": "Settings",
  "/control/app": "The app",
  "/control/app-links": "Link of an app",
  "/control/app-purchases": "Purchase in an app",
  "/openapi.json": "OpenAPI",
} as const;

interface ControlDocumentProps {
  title: string;
  /** The entry of the navigation that this page belongs to. */
  place: keyof typeof PLACES;
  children: ReactNode;
}

/** A control page, with links to all others. */
export function ControlDocument({ title, place, children }: ControlDocumentProps) {
  return (
    <Document
      title={`${title}: sandbox`}
      isWide
      navigation={<Places current={place} />}
      footer="Everything here is kept in the data folder, until that is deleted."
    >
      <h1>{title}</h1>
      {children}
    </Document>
  );
}

const Places = ({ current }: { current: string }) => (
  <nav className="places" aria-label="Control pages">
    {Object.entries(PLACES).map(([href, name]) => (
      <a key={href} href={href} aria-current={href === current ? "true" : undefined}>
        {name}
      </a>
    ))}
  </nav>
);
