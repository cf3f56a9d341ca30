import { styleText } from 'node:util'
import { escapeHtml } from '@travel-rule/service/escape-html'
import type { CheckResult } from './check.ts'

/** What was checked, when, and with which result. */
export interface Report {
  /** `receiver` or `sender`, and its host if it is known. */
  readonly subject: string
  readonly version: string
  readonly at: Date
  readonly results: readonly CheckResult[]
}

type Paint = (format: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string

/** Colours for a terminal; plain text elsewhere and with `NO_COLOR`. */
export function painterOf(stream: NodeJS.WritableStream): Paint {
  return (format, text) => styleText(format, text, { stream })
}

const MARKS = { PASSED: ['green', '✓'], FAILED: ['red', '✗'], SKIPPED: ['dim', '–'] } as const
const ID_WIDTH = 26

/** One result in a terminal: a line, and what was expected and found if it failed. */
export function terminalLines({ id, level, rule, verdict }: CheckResult, paint: Paint): string {
  const [color, mark] =
    verdict.outcome === 'FAILED' && level === 'SHOULD' ? (['yellow', '!'] as const) : MARKS[verdict.outcome]
  const line = `  ${paint(color, mark)} ${id.padEnd(ID_WIDTH)} ${level.padEnd(7)} ${rule}`
  const indent = ' '.repeat(ID_WIDTH + 5)
  if (verdict.outcome === 'SKIPPED') return `${line}\n${indent}${paint('dim', `skipped: ${verdict.why}`)}`
  if (verdict.outcome === 'PASSED') return line
  return `${line}\n${indent}expected  ${verdict.expected}\n${indent}found     ${paint(color, verdict.found)}`
}

/** The last line: what the exit code means. */
export function summary({ results }: Pick<Report, 'results'>, paint: Paint): string {
  const { passed, must, should, skipped } = countsOf(results)
  const counts = `${passed} passed, ${must + should} failed (${must} MUST, ${should} SHOULD), ${skipped} skipped`
  if (must > 0) return `${paint('red', 'Does not conform')}: ${counts}.`
  return `${paint('green', skipped === 0 ? 'Conforms' : 'Conforms as far as it was checked')}: ${counts}.`
}

/** JUnit XML, in which a failed SHOULD is a skipped case with a message. */
export function junitOf({ subject, version, at, results }: Report): string {
  const { must, should, skipped } = countsOf(results)
  const seconds = (ms: number) => (ms / 1_000).toFixed(3)
  const total = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0))
  const cases = results.map(({ id, clause, level, rule, verdict, durationMs }) => {
    const name = `classname="trp.${attribute(clause)}" name="${attribute(`${id} (${level}): ${rule}`)}" time="${seconds(durationMs)}"`
    if (verdict.outcome === 'PASSED') return `    <testcase ${name}/>`
    if (verdict.outcome === 'SKIPPED') {
      return `    <testcase ${name}><skipped message="${attribute(verdict.why)}"/></testcase>`
    }
    const message = attribute(`expected ${verdict.expected}, found ${verdict.found}`)
    const element = level === 'MUST' ? 'failure' : 'skipped'
    return `    <testcase ${name}><${element} message="${message}"/></testcase>`
  })
  const counts = `tests="${results.length}" failures="${must}" skipped="${skipped + should}" time="${total}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${attribute(`TRP ${version}: ${subject}`)}" timestamp="${at.toISOString()}" ${counts}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`
}

/** Markdown with a table of all checks. */
export function markdownOf(report: Report): string {
  const { subject, version, at, results } = report
  const rows = results.map(({ id, clause, level, rule, verdict }) => {
    const found =
      verdict.outcome === 'FAILED'
        ? `expected ${verdict.expected}; found ${verdict.found}`
        : verdict.outcome === 'SKIPPED'
          ? verdict.why
          : ''
    return `| ${[`\`${id}\``, clause, level, verdict.outcome.toLowerCase(), rule, found].map(cell).join(' | ')} |`
  })
  const [plain] = [summary(report, (_format, text) => text)]
  return `# TRP conformance: ${subject}

TRP ${version}, ${at.toISOString()}. ${plain}

| id | clause | level | result | rule | found |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

function countsOf(results: readonly CheckResult[]) {
  const count = (matches: (result: CheckResult) => boolean) => results.filter(matches).length
  return {
    passed: count(({ verdict }) => verdict.outcome === 'PASSED'),
    must: count(({ verdict, level }) => verdict.outcome === 'FAILED' && level === 'MUST'),
    should: count(({ verdict, level }) => verdict.outcome === 'FAILED' && level === 'SHOULD'),
    skipped: count(({ verdict }) => verdict.outcome === 'SKIPPED'),
  }
}

/** XML has no control characters, not even escaped. */
function attribute(text: string): string {
  return escapeHtml(text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]+/gu, ' '))
}

function cell(text: string): string {
  return escapeHtml(text.replace(/[\p{Cc}]+/gu, ' ')).replaceAll('|', '\\|')
}
