import { Table } from "../../../payments/html/table";
import { Time } from "../../../payments/html/time";
import { Badge } from "../../html/badge";
import { ControlDocument } from "../control-document";
import type { DeclarationRecord } from "./records";

/** What people declared without a link, and by when somebody has to act on it. */
export function DeclarationsPage({ records, siteOrigin }: { records: DeclarationRecord[]; siteOrigin: string }) {
  return (
    <ControlDocument title="Declarations" place="/control/declarations">
      <p className="lead">
        They count from the moment they were declared, whether or not an order is found. For scripts:{" "}
        <a href="/control/declarations.json">declarations as JSON</a>.
      </p>
      <Table
        head={["Declared", "What", "Who", "Contract", "Act by", "Orders that may be meant", "Now"]}
        whole={["Now"]}
        rows={records.map(declarationRow)}
        empty={
          <>
            None yet: <a href={`${siteOrigin}/cancel`}>cancel without a link</a>.
          </>
        }
      />
    </ControlDocument>
  );
}

const declarationRow = (record: DeclarationRecord) => ({
  key: record.id,
  cells: [
    <Time key="declared" at={record.declared_at} />,
    <What key="what" record={record} />,
    <div key="who">
      {record.name}
      <br />
      {record.email}
    </div>,
    record.contract,
    <Time key="by" at={Date.parse(record.act_by)} />,
    record.order_ids.length > 0 && <Orders key="orders" ids={record.order_ids} />,
    record.done_at === null ? (
      <form key="act" method="post" action={`/control/declarations/${record.id}`}>
        <button type="submit">Done</button>
      </form>
    ) : (
      <Badge key="done" tone="good" word="done" />
    ),
  ],
});

const What = ({ record: { kind, manner, reason, end_on } }: { record: DeclarationRecord }) => (
  <div>
    {[kind, manner, end_on && `to end on ${end_on}`].filter(Boolean).join(", ")}
    {reason !== null && `: ${reason}`}
  </div>
);

const Orders = ({ ids }: { ids: string[] }) => (
  <div>
    {ids.map((id) => (
      <a key={id} className="id" href={`/control/orders/${id}`}>
        {id}
      </a>
    ))}
  </div>
);
