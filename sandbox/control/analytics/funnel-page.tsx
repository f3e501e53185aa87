import { Empty, Table } from "../../../payments/html/table";
import { CUTS, type Cut, type Funnel, type FunnelQuestion } from "../../analytics/funnel";
import { ControlDocument } from "../control-document";
import { Choice } from "../fields";
import { FunnelChart, percent } from "./funnel-chart";

const MOST_CHARTS = 30;

interface FunnelPageProps {
  question: FunnelQuestion;
  /** The values that each filter offers. */
  choices: Record<Cut, string[]>;
  made: Funnel[];
  siteOrigin: string;
}

export function FunnelPage({ question, choices, made, siteOrigin }: FunnelPageProps) {
  const isEmpty = made.every(({ steps }) => steps.every(({ events }) => events === 0));
  return (
    <ControlDocument title="Funnel" place="/control/funnel">
      <FunnelForm question={question} choices={choices} />
      {isEmpty ? (
        <Empty>
          No such events yet: <a href={siteOrigin}>visit the site</a>, or choose other ones above.
        </Empty>
      ) : (
        <Funnels question={question} made={made} />
      )}
    </ControlDocument>
  );
}

function Funnels({ question, made }: Pick<FunnelPageProps, "question" | "made">) {
  const { by } = question;
  const shown = made.slice(0, MOST_CHARTS);
  return (
    <>
      <p className="lead">
        The wide bar counts events, the narrow one browsers that have an id for analytics. Each is a share of the first
        step. The provider is known from “Pay” on. <a href={`/control/funnel.csv${queryOf(question)}`}>As CSV</a>
      </p>
      {made.length > shown.length && (
        <p className="note">
          The {shown.length} biggest of {made.length}; the CSV has all.
        </p>
      )}
      <div className={by === undefined ? "card" : "card charts"}>
        {shown.map((funnel, index) => (
          <FunnelChart key={funnel.value} id={`chart-${index}`} name={nameOf(funnel, by)} steps={funnel.steps} />
        ))}
      </div>
      <h2>The same as a table</h2>
      <Table
        head={[by ? CUT_NAMES[by] : "Of", "Step", "Event", "Events", "Share", "Browsers", "Their share"]}
        rows={shown.flatMap((funnel) => rowsOf(funnel, by))}
        empty="There is nothing to count."
      />
    </>
  );
}

function FunnelForm({ question: { by, only }, choices }: Pick<FunnelPageProps, "question" | "choices">) {
  return (
    <form className="card" method="get" action="/control/funnel">
      <div className="fields">
        <Choice name="by" label="Broken down by" options={["", ...CUTS]} empty="nothing" value={by ?? ""} />
        {CUTS.map((cut) => (
          <Choice
            key={cut}
            name={cut}
            label={FILTERS[cut]}
            options={["", ...choices[cut]]}
            empty="all"
            value={only[cut] ?? ""}
          />
        ))}
        <div className="field-button">
          <button type="submit">Show</button>
        </div>
      </div>
    </form>
  );
}

function queryOf({ by, only }: FunnelQuestion): string {
  const chosen = Object.entries({ by, ...only }).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
  return chosen.length === 0 ? "" : `?${new URLSearchParams(chosen)}`;
}

const CUT_NAMES: Record<Cut, string> = {
  language: "Language",
  provider: "Provider",
  channel: "Channel",
  scripts: "Scripts",
};

const FILTERS: Record<Cut, string> = {
  language: "Only in this language",
  provider: "Only through this provider",
  channel: "Only from this channel",
  scripts: "Only with scripts on or off",
};

const nameOf = ({ value }: Funnel, by: Cut | undefined): string =>
  by === undefined ? "All events" : `${CUT_NAMES[by]}: ${value}`;

const rowsOf = (funnel: Funnel, by: Cut | undefined) =>
  funnel.steps.map(({ event, label, events, shareOfEvents, visitors, shareOfVisitors }) => ({
    key: `${funnel.value} ${event}`,
    cells: [
      by === undefined ? "all" : funnel.value,
      label,
      event,
      events.toLocaleString("en"),
      percent(shareOfEvents),
      visitors.toLocaleString("en"),
      percent(shareOfVisitors),
    ],
  }));
