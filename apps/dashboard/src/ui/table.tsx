import type { ReactNode } from 'react'

/** `ACTION`: a column of buttons, whose label is not shown. */
type ColumnKind = 'HEADING' | 'NUMBER' | 'SHORT' | 'ACTION'

/** A column: its label and its cell in a row. */
export type Column<Row> = readonly [label: string, cell: (row: Row) => ReactNode, kind?: ColumnKind | undefined]

interface TableProps<Row> {
  readonly caption?: string
  readonly className?: string
  /** The first one is the heading of its row, unless another one is a `HEADING`. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Shown instead of a table without rows. */
  readonly empty?: string
}

const CLASSES = { HEADING: undefined, NUMBER: 'number', SHORT: 'short', ACTION: undefined } as const

/** A table, whose rows are lists of labelled values on a phone. */
export function Table<Row>({ caption, className, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return empty === undefined ? null : <p className="soft">{empty}</p>
  const heading = columns.find(([, , kind]) => kind === 'HEADING') ?? columns[0]
  return (
    <table className={className === undefined ? 'table' : `table ${className}`}>
      {caption !== undefined && <caption className="hidden">{caption}</caption>}
      <thead>
        <tr>
          {columns.map(([label, , kind]) => (
            <th key={label} scope="col" className={kind === 'NUMBER' ? 'number' : undefined}>
              {kind === 'ACTION' ? <span className="hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => {
              const [label, cell, kind] = column
              if (column === heading) {
                return (
                  <th key={label} scope="row">
                    {cell(row)}
                  </th>
                )
              }
              return (
                <td key={label} className={kind && CLASSES[kind]} data-label={kind === 'ACTION' ? undefined : label}>
                  {cell(row)}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
