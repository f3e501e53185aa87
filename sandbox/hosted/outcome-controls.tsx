import { DECLINE_BUCKETS } from "~/upstream/contract/purchases/purchase-result";
import type { Outcome } from "./outcome";

interface OutcomeButtonProps {
  outcome: Outcome;
  label: string;
  isMain?: boolean;
}

export function OutcomeButton({ outcome, label, isMain = false }: OutcomeButtonProps) {
  return (
    <button type="submit" name="outcome" value={outcome} className={isMain ? "main" : undefined}>
      {label}
    </button>
  );
}

export function BucketChoice() {
  return (
    <label>
      because of
      <select name="bucket" defaultValue="bank_declined">
        {DECLINE_BUCKETS.map((bucket) => (
          <option key={bucket}>{bucket}</option>
        ))}
      </select>
    </label>
  );
}

export function PendingChoice() {
  return (
    <div className="outcome">
      <OutcomeButton outcome="pending" label="Keep pending" />
      <label>
        for seconds
        <input type="number" name="seconds" min="0" max="3600" defaultValue="3" />
      </label>
      <label>
        then
        <select name="then" defaultValue="approve">
          <option>approve</option>
          <option>decline</option>
        </select>
      </label>
    </div>
  );
}

export function UnusualOutcomes() {
  return (
    <details>
      <summary>Unusual outcomes</summary>
      <div className="outcome">
        <OutcomeButton outcome="approve_and_stay" label="Approve, but do not go back" />
        <OutcomeButton outcome="approve_late" label="Approve, and report it after the seconds above" />
        <OutcomeButton outcome="approve_repeatedly" label="Approve, with repeated and late reports" />
        <OutcomeButton outcome="reordered" label="Approve, reported after a decline" />
        <OutcomeButton outcome="approve_twice" label="Charge twice" />
        <OutcomeButton outcome="cancel_then_charge" label="Cancel, but charge after the seconds above" />
        <OutcomeButton outcome="wrong_amount" label="Charge a wrong amount" />
      </div>
    </details>
  );
}
