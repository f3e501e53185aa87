import { z } from "zod";

const MOST = 500;

/** Why something is done; it is written down. */
export const reason = z.string().trim().min(1, "Say why: it is written down.").max(MOST);

/** @param id once in a page */
export const Reason = ({ id }: { id: string }) => (
  <div className="field">
    <label htmlFor={id}>Why</label>
    <input id={id} name="because" required maxLength={MOST} autoComplete="off" aria-describedby={`${id}-help`} />
    <small id={`${id}-help`}>Your name and this are written down.</small>
  </div>
);
