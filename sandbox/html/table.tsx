import type { ReactNode } from "react";

export interface Row {
  key: string | number;
  cells: readonly ReactNode[];
}

interface TableProps {
  head: readonly string[];
  rows: readonly Row[];
}

/** Scrolls sideways within itself where the screen is narrow. */
export function Table({ head, rows }: TableProps) {
  if (rows.length === 0) return <p>None yet.</p>;
  return (
    <div className="scroll">
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
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
