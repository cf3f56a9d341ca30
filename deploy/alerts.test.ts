import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parser } from '@prometheus-io/lezer-promql'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { type DocumentedMetric, explains, readMetricsTable } from '../scripts/metrics-table.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const { groups } = parse(read('prometheus/alerts.yml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const table = readMetricsTable()
/** Labels that Prometheus adds to every metric. */
const TARGET_LABELS = ['job', 'instance', 'service']

test('every alert has a name of its own, a severity, a summary and a section of docs/metrics.md', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, labels, annotations, for: duration = '0s' } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)])
    expect([alert, duration]).toEqual([alert, expect.stringMatching(/^\d+[smh]$/)])
    expect(annotations.summary, alert).not.toBe('')
    const [, anchor] = /^docs\/metrics\.md#([\w-]+)$/.exec(annotations.runbook) ?? []
    expect(
      table.map(({ section }) =>
        section
          .toLowerCase()
          .replace(/[^\w ]/g, '')
          .replaceAll(' ', '-'),
      ),
    ).toContain(anchor)
  }
})

test.each(rules.map((rule) => [rule.alert, rule.expr]))(
  'the expression of %s is valid and names known metrics',
  (_, expr) => {
    const { problems, metrics, labels } = inspect(expr)
    expect(problems).toEqual([])
    expect(metrics.length).toBeGreaterThan(0)
    const rows = metrics.map((name) => [name, rowOf(name)] as const)
    expect(rows.filter(([name, row]) => name !== 'up' && row === undefined).map(([name]) => name)).toEqual([])
    const known = new Set([...TARGET_LABELS, 'le', ...rows.flatMap(([, row]) => row?.labels ?? [])])
    expect(labels.filter((label) => !known.has(label))).toEqual([])
  },
)

test('the check of expressions finds metrics, labels, unknown functions and syntax errors', () => {
  expect(inspect('sum by (a) (rate(m{b="c"}[5m])) > 0')).toEqual({ problems: [], metrics: ['m'], labels: ['a', 'b'] })
  expect(inspect('rat(up[5m]) > 0').problems).not.toEqual([])
  expect(inspect('rate(up[5m] > 0').problems).not.toEqual([])
  expect(rowOf('no_such_metric')).toBeUndefined()
})

/** The row that explains a metric, or one of the series of a histogram. */
function rowOf(name: string): DocumentedMetric | undefined {
  const histogram = name.replace(/_(bucket|count|sum)$/, '')
  return table.find((row) => explains(row, name) || (row.type === 'histogram' && explains(row, histogram)))
}

/** The metrics and labels of a PromQL expression, and the parts that are not PromQL. */
function inspect(expr: string) {
  const problems: string[] = []
  const metrics: string[] = []
  const labels: string[] = []
  parser.parse(expr).iterate({
    enter({ type, from, to, node }) {
      const text = expr.slice(from, to)
      if (type.isError) problems.push(text === '' ? `incomplete at ${from}` : text)
      if (type.name === 'VectorSelector') metrics.push(expr.slice(from, node.getChild('Identifier')?.to ?? to))
      if (type.name === 'LabelName') labels.push(text)
    },
  })
  return { problems, metrics: [...new Set(metrics)], labels: [...new Set(labels)] }
}
