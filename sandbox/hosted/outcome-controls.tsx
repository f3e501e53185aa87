import type { ReactNode } from "react";
import { DECLINE_BUCKETS } from "~/upstream/contract/purchase-result";
import type { Outcome } from "./outcome";

interface OutcomeButtonProps {
  outcome: Outcome;
  label: string;
  /** What the button does, for testers. */
  help: string;
}

const outcomeHelpId = (outcome: Outcome): string => `${outcome}-help`;

function OutcomeButton({ outcome, label, isMain = false }: Omit<OutcomeButtonProps, "help"> & { isMain?: boolean }) {
  return (
    <button
      type="submit"
      name="outcome"
      value={outcome}
      className={isMain ? "main" : undefined}
      aria-describedby={outcomeHelpId(outcome)}
    >
      {label}
    </button>
  );
}

/** The outcome of an ordinary day, as the page's main button. */
export function MainOutcome({ outcome, label, help }: OutcomeButtonProps) {
  return (
    <div className="outcome-first">
      <OutcomeButton outcome={outcome} label={label} isMain />
      <small id={outcomeHelpId(outcome)}>{help}</small>
    </div>
  );
}

/** Another outcome: its button, what it does, and its options. */
export function OtherOutcome({ outcome, label, help, children }: OutcomeButtonProps & { children?: ReactNode }) {
  return (
    <li>
      <OutcomeButton outcome={outcome} label={label} />
      <div className="outcome-about">
        <small id={outcomeHelpId(outcome)}>{help}</small>
        {children && <div className="options">{children}</div>}
      </div>
    </li>
  );
}

export function BucketChoice() {
  return (
    <label>
      Reason
      <select name="bucket" defaultValue="bank_declined">
        {DECLINE_BUCKETS.map((bucket) => (
          <option key={bucket}>{bucket}</option>
        ))}
      </select>
    </label>
  );
}

export function PendingOptions() {
  return (
    <>
      <label>
        Seconds
        <input type="number" name="seconds" min="0" max="3600" defaultValue="3" />
      </label>
      <label>
        Then
        <select name="then" defaultValue="approve">
          <option>approve</option>
          <option>decline</option>
        </select>
      </label>
    </>
  );
}

export function UnusualOutcomes() {
  return (
    <details>
      <summary>Unusual outcomes</summary>
      <ul className="outcomes">
        <OtherOutcome
          outcome="approve_and_stay"
          label="Approve and stay"
          help="Takes the money, but the buyer doesn't come back: as if they closed the page."
        />
        <OtherOutcome
          outcome="approve_late"
          label="Approve, report late"
          help="The buyer is back at once; the shop's backend hears of it after the seconds above."
        />
        <OtherOutcome
          outcome="approve_repeatedly"
          label="Approve, report often"
          help="Reported twice, with a late “processing” and a late decline after that."
        />
        <OtherOutcome
          outcome="reordered"
          label="Approve after a decline"
          help="Reports in the wrong order: a decline comes first, then the money."
        />
        <OtherOutcome
          outcome="approve_twice"
          label="Charge twice"
          help="Takes the money two times; one of them has to go back."
        />
        <OtherOutcome
          outcome="cancel_then_charge"
          label="Cancel, charge later"
          help="The buyer goes back without paying; after the seconds above the money is taken all the same."
        />
        <OtherOutcome
          outcome="wrong_amount"
          label="Charge a wrong amount"
          help="Takes 1 more than is due, so that a person has to look at the order."
        />
      </ul>
    </details>
  );
}
