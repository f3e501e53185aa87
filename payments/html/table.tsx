import type { ReactNode } from "react";

interface Row {
  key: string | number;
  cells: readonly ReactNode[];
}

interface TableProps {
  head: readonly string[];
  rows: readonly Row[];
  /** Stands in place of a table without rows: what to do so that there are some. */
  empty: ReactNode;
  /** Columns whose words are short and never broken. */
  whole?: readonly string[];
}

/** On a narrow screen each row becomes a card: a list of its cells, labelled with the column heads. */
export function Table({ head, rows, empty, whole = [] }: TableProps) {
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    <table className="card">
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, column) => (
              <td
                key={head[column]}
                data-column={head[column]}
                className={whole.includes(head[column] ?? "") ? "whole" : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says that there is nothing yet, and how there will be something. */
export const Empty = ({ children }: { children: ReactNode }) => <p className="card empty">{children}</p>;
