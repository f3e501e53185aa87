import type { ReactNode } from "react";

interface Row {
  key: string | number;
  cells: readonly ReactNode[];
}

interface TableProps {
  head: readonly string[];
  rows: readonly Row[];
  /** Columns whose words are short and never broken. */
  whole?: readonly string[];
}

/** On a narrow screen each row becomes a list of its cells, labelled with the column heads. */
export function Table({ head, rows, whole = [] }: TableProps) {
  if (rows.length === 0) return <p>None yet.</p>;
  return (
    <table>
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
