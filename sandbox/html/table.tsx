import type { ReactNode } from "react";

interface Row {
  key: string | number;
  cells: readonly ReactNode[];
}

interface TableProps {
  head: readonly string[];
  rows: readonly Row[];
}

/** Where the screen is narrow each row is a list of its cells, named by their columns. */
export function Table({ head, rows }: TableProps) {
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
              <td key={head[column]} data-column={head[column]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
