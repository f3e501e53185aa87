import { FAULT_CALLS, FAULT_KINDS, FAULT_MOMENTS, type Fault } from "../../faults/fault";
import { Choice, NumberField, TextField } from "../../html/fields";
import { Table } from "../../html/table";
import { ControlDocument } from "../control-document";

export function FaultsPage({ faults }: { faults: Fault[] }) {
  return (
    <ControlDocument title="Faults">
      <p>
        What goes wrong on purpose, call by call. The oldest fault that fits befalls a call. For scripts:{" "}
        <a href="/control/faults.json">faults as JSON</a>; a POST there adds, a DELETE clears.
      </p>
      <Table head={["Call", "Fault", "When", "Waits", "Only for", "Times", ""]} rows={faults.map(rowOf)} />
      {faults.length > 0 && (
        <form className="outcome" method="post" action="/control/faults/clear">
          <button type="submit">Clear all</button>
        </form>
      )}
      <h2>Add a fault</h2>
      <NewFaultForm />
    </ControlDocument>
  );
}

const rowOf = (fault: Fault) => ({
  key: fault.id,
  cells: [
    fault.call,
    fault.kind,
    fault.moment,
    `${fault.latency_min_ms} to ${fault.latency_max_ms} ms`,
    fault.match || "every call",
    fault.times ?? "until cleared",
    <form key="remove" method="post" action={`/control/faults/${fault.id}/remove`}>
      <button type="submit">Remove</button>
    </form>,
  ],
});

function NewFaultForm() {
  return (
    <form method="post" action="/control/faults">
      <div className="fields">
        <Choice name="call" label="Call" options={FAULT_CALLS} />
        <Choice name="kind" label="Fault" options={FAULT_KINDS} />
        <Choice name="moment" label="Before or after the call took effect" options={FAULT_MOMENTS} />
        <NumberField name="latency_min_ms" label="Waits at least ms" min={0} max={120_000} value={0} />
        <NumberField name="latency_max_ms" label="Waits at most ms" min={0} max={120_000} value={0} />
        <NumberField name="retry_after" label="Retry-After of 429 and 503, in seconds" min={0} max={86_400} value={5} />
        <NumberField name="times" label="How many times; empty: until cleared" min={1} max={1_000_000} />
        <TextField name="match" label="Only calls that contain this text" />
      </div>
      <button type="submit" className="main">
        Add
      </button>
    </form>
  );
}
