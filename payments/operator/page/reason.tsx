import { z } from "zod";

const MOST = 500;

/** Why something is done; it is written down. */
export const reason = z.string().trim().min(1, "Say why: it is written down.").max(MOST);

export const Reason = () => (
  <div className="field">
    <label htmlFor="because">Why</label>
    <input id="because" name="because" required maxLength={MOST} autoComplete="off" aria-describedby="because-help" />
    <small id="because-help">Your name and this are written down.</small>
  </div>
);
