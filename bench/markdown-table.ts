/** A table in Markdown. `columns` are separated by ` | `. */
export function markdownTable(columns: string, rows: readonly (readonly unknown[])[]): string {
  const names = columns.split(' | ')
  return [tableRow(names), `|${'---|'.repeat(names.length)}`, ...rows.map(tableRow)].join('\n')
}

export function tableRow(cells: readonly unknown[]): string {
  return `| ${cells.join(' | ')} |`
}
