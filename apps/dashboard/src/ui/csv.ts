/** Matches what a spreadsheet would take for a formula, like in `exportVasps`. A leading apostrophe is doubled. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Rows as a CSV file (RFC 4180), in which no value is a formula for a spreadsheet. */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
