import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A row of `docs/metrics.md`. */
export interface DocumentedMetric {
  /** The heading of its table, which names the services that export it. */
  readonly section: string
  /** A name, or a pattern with `*`. */
  readonly name: string
  readonly type: string
  readonly labels: readonly string[]
}

const page = fileURLToPath(new URL('../docs/metrics.md', import.meta.url))

/** The metrics that `docs/metrics.md` explains, in its order. */
export function readMetricsTable(): DocumentedMetric[] {
  return readFileSync(page, 'utf8')
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const [title = '', ...lines] = section.split('\n')
      return lines.flatMap((line) => rowsOf(title, line))
    })
}

/** True if the row is about the metric `name`. */
export function explains(row: DocumentedMetric, name: string): boolean {
  const pattern = row.name.replaceAll('*', '\\w*')
  return new RegExp(`^${pattern}$`).test(name)
}

function rowsOf(section: string, line: string): DocumentedMetric[] {
  const [, names = '', type = '', labels = '', says, action] = line.split('|').map((cell) => cell.trim())
  if (!names.startsWith('`') || says === undefined) return []
  if (says === '' || action === undefined || action === '') throw new Error(`docs/metrics.md: incomplete: ${line}`)
  return codesIn(names).map((name) => ({ section, name, type, labels: codesIn(labels) }))
}

function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
