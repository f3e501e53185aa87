import { Table } from "../../../payments/html/table";
import { FAULT_CALLS, FAULT_KINDS, FAULT_MOMENTS, type Fault } from "../../faults/fault";
import { Badge } from "../../html/badge";
import { ControlDocument } from "../control-document";
import { Choice, NumberField, TextField } from "../fields";

export function FaultsPage({ faults }: { faults: Fault[] }) {
  return (
    <ControlDocument title="Faults" place="/control/faults">
      <p className="lead">
        What goes wrong on purpose, call by call. The oldest fault that fits befalls a call. For scripts:{" "}
        <a href="/control/faults.json">faults as JSON</a>; a POST there adds, a DELETE clears.
      </p>
      <Table
        head={["Call", "Fault", "When", "Waits", "Only for", "Times", ""]}
        rows={faults.map(faultRow)}
        empty="Nothing goes wrong yet: add a fault below."
      />
      {faults.length > 0 && (
        <form method="post" action="/control/faults/clear">
          <button type="submit">Clear all</button>
        </form>
      )}
      <NewFaultForm />
    </ControlDocument>
  );
}

const faultRow = (fault: Fault) => ({
  key: fault.id,
  cells: [
    fault.call,
    <Badge key="kind" tone={fault.kind === "none" ? "waiting" : "bad"} word={fault.kind} />,
    fault.moment,
    fault.latency_max_ms === 0 ? "not at all" : `${fault.latency_min_ms} to ${fault.latency_max_ms} ms`,
    fault.match || "every call",
    fault.times ?? "until cleared",
    <form key="remove" method="post" action={`/control/faults/${fault.id}/remove`}>
      <button type="submit">Remove</button>
    </form>,
  ],
});

function NewFaultForm() {
  return (
    <form className="card stack" method="post" action="/control/faults">
      <h2>Add a fault</h2>
      <div className="fields">
        <Choice name="call" label="Call" help="By its name in the contract." options={FAULT_CALLS} />
        <Choice name="kind" label="Fault" help="none: only the wait." options={FAULT_KINDS} />
        <Choice
          name="moment"
          label="When"
          help="after: the call takes effect, and its answer is lost."
          options={FAULT_MOMENTS}
        />
        <NumberField name="latency_min_ms" label="Waits at least (ms)" min={0} max={120_000} value={0} />
        <NumberField name="latency_max_ms" label="Waits at most (ms)" min={0} max={120_000} value={0} />
        <NumberField
          name="retry_after"
          label="Retry-After (s)"
          help="Of status_429 and status_503."
          min={0}
          max={86_400}
          value={5}
        />
        <NumberField name="times" label="Times" help="Empty: until it's cleared." min={1} max={1_000_000} />
        <TextField name="match" label="Only for" help="Calls that contain this text, such as an e-mail address." />
      </div>
      <div className="buttons">
        <button type="submit" className="main">
          Add
        </button>
      </div>
    </form>
  );
}
