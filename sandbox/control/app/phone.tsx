import type { ReactNode } from "react";

interface PhoneProps {
  app: string;
  /** What the shield says: whether the app has a paid plan. */
  isProtected: boolean;
  /** Who is signed in, and with what. */
  account: string;
  children: ReactNode;
}

/** A phone with the app's first screen. */
export const Phone = ({ app, isProtected, account, children }: PhoneProps) => (
  <section className="phone" aria-label="The app on a phone">
    <div className="phone-screen">
      <p className="phone-bar">{app}</p>
      <div className={isProtected ? "phone-state good" : "phone-state"}>
        <Shield isProtected={isProtected} />
        <h2>{isProtected ? "Connected" : "Not connected"}</h2>
        <p>{account}</p>
      </div>
      {children}
    </div>
  </section>
);

const Shield = ({ isProtected }: Pick<PhoneProps, "isProtected">) => (
  <svg viewBox="0 0 48 48" width="88" height="88" aria-hidden="true">
    <path d="M24 4 41 10v12c0 11-7 18-17 22C14 40 7 33 7 22V10z" fill="currentColor" />
    <path
      d={isProtected ? "m16 24 6 6 11-12" : "M17 17l14 14M31 17 17 31"}
      fill="none"
      stroke="var(--surface)"
      strokeWidth="3.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
