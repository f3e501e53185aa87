import type { ReactNode } from "react";
import { Page } from "../../html/page";
import type { Session } from "./sign-in/sessions";
import { OPERATOR_STYLE } from "./style";

interface DocumentProps {
  title: string;
  /** Undefined: nobody is signed in. */
  session?: Session | undefined;
  /** Where the page goes on to by itself. */
  goesOnTo?: string;
  children: ReactNode;
}

export function Document({ title, session, goesOnTo, children }: DocumentProps) {
  return (
    <Page
      title={`${title} – payments operator`}
      style={OPERATOR_STYLE}
      head={goesOnTo && <meta httpEquiv="refresh" content={`0;url=${goesOnTo}`} />}
    >
      <header className="top">
        <div className="page wide">
          <p className="brand">
            <a href="/operator">Payments operator</a>
          </p>
          {session && <Who session={session} />}
        </div>
      </header>
      <main className="page wide">
        <h1>{title}</h1>
        {children}
      </main>
    </Page>
  );
}

const Who = ({ session }: { session: Session }) => (
  <form className="who" method="post" action="/operator/logout">
    <FormToken session={session} />
    <span>{session.person}</span>
    {session.canLeave && <button type="submit">Sign out</button>}
  </form>
);

/** Each form that is posted has it. */
export const FormToken = ({ session }: { session: Session }) => (
  <input type="hidden" name="token" value={session.formToken} />
);

interface MessageProps {
  title: string;
  text: string;
  session?: Session | undefined;
  /** Where to go on; undefined: to the first page. */
  way?: { to: string; label: string };
}

/** Says what went wrong, and leads on. */
export const MessagePage = ({
  title,
  text,
  session,
  way = { to: "/operator", label: "To the orders" },
}: MessageProps) => (
  <Document title={title} session={session}>
    <p className="card message">{text}</p>
    <p>
      <a href={way.to}>{way.label}</a>
    </p>
  </Document>
);
