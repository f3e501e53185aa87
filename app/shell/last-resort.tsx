import { HOME_AFTER, useLeadsHome } from "./refresh";

/**
 * The app-level error screen: the page around every page could not be made, and neither could its messages, so the words
 * are in the code. Every route's own failure has the translated screen in error-screen.tsx.
 */
export function LastResort() {
  const leadsHome = useLeadsHome();
  return (
    <main className="page">
      <h1>Something went wrong on our side</h1>
      <p>If you were paying, look at the status of your payment before you pay again.</p>
      {leadsHome && <p>You will be taken to the home page in {HOME_AFTER} seconds.</p>}
      <p>
        <a className="button" href="/">
          Go to the home page
        </a>
      </p>
    </main>
  );
}
