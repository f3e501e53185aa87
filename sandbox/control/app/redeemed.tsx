import { ControlDocument } from "../control-document";
import { TextField } from "../fields";
import { Phone } from "./phone";

/** Where the app's return link ends: a look spends nothing, the app alone turns the code into its token. */
export const WayBack = ({ code = "" }: { code?: string }) => (
  <form className="phone-card" method="post" action="/control/app/redeem">
    <h3>Back from the browser</h3>
    <TextField
      name="code"
      label="Link or code"
      help="Of “Open the app” on the success page, or in the mail."
      value={code}
    />
    <button type="submit">Sign in</button>
  </form>
);

interface SignedInProps {
  userId: number;
  orderId: string;
}

export const SignedInPage = ({ userId, orderId }: SignedInProps) => (
  <ControlDocument title="The app" place="/control/app">
    <Phone app="VPN" isProtected account={`User ${userId}, Premium`}>
      <div className="phone-card">
        <h3>Welcome back</h3>
        <p>
          This app is signed in as whoever bought order <a href={`/control/orders/${orderId}`}>{orderId}</a>.
        </p>
        <a className="button" href="/control/app">
          Begin again
        </a>
      </div>
    </Phone>
  </ControlDocument>
);
