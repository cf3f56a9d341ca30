import { styleText } from 'node:util'
import { describeBasis } from './clauses.ts'
import { conclude, countsByLevel, describeAgreement, type Report, type Step, stepsOf, summarize } from './report.ts'
import type { RuleResult } from './rule.ts'

type Paint = (format: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string

/** Colours for a terminal; plain text elsewhere and with `NO_COLOR`. */
export function painterOf(stream: NodeJS.WritableStream): Paint {
  return (format, text) => styleText(format, text, { stream })
}

const WIDTH = 100
const ID_WIDTH = 31
/** Maximum number of rule ids shown; more would hide the advice. */
const IDS_SHOWN_MAX = 8
const COLORS = { CONFORMS: 'green', DOES_NOT_CONFORM: 'red', NOT_CHECKED: 'yellow' } as const

/** The report for a terminal: the conclusion, the advice in order, and the findings. */
export function terminalReport(report: Report, paint: Paint): string {
  const [conclusion = '', ...rest] = summarize(report).split(/(?=:)/)
  const [first, ...then] = stepsOf(report.results)
  return [
    `${paint('bold', paint(COLORS[conclude(report)], conclusion))}${rest.join('')}`,
    wrap(describeAgreement(report), 0),
    '',
    first === undefined ? 'Nothing to do.' : step(labelOf(first), first, paint),
    ...(then.length === 0 ? [] : ['', paint('bold', 'Then:')]),
    ...then.map((each, index) => `${index === 0 ? '' : '\n'}${step(`${index + 2}.`, each, paint)}`),
    ...passedLines(report.results, paint),
    ...skippedLines(report.results, paint),
    ...levelLines(report, paint),
    '',
  ].join('\n')
}

/** Rules of ours and of HTTP are worth following, but are not part of the protocol. */
function labelOf({ failed, notJudged }: Step): string {
  const isNeeded = notJudged.length > 0 || failed.some(({ basis }) => ['MUST', 'SHOULD'].includes(basis.level))
  return isNeeded ? 'Do first:' : 'Do first (though TRP does not demand it):'
}

function step(label: string, { todo, found, failed, notJudged }: Step, paint: Paint): string {
  const lines = [`${paint('bold', label)} ${wrap(todo, 3, label.length + 1)}`]
  if (found !== undefined && failed.length === 0) lines.push(`     ${wrap(`Found ${found}`, 5, 5)}`)
  lines.push(...failed.map((result) => failure(result, paint)))
  if (notJudged.length > 0) {
    const these = notJudged.length > IDS_SHOWN_MAX ? '' : `: ${idsOf(notJudged)}`
    lines.push(`   ${wrap(`Until then ${notJudged.length} rules cannot be judged${these}.`, 5, 3)}`)
  }
  return lines.join('\n')
}

function failure({ id, basis, rule, verdict }: RuleResult, paint: Paint): string {
  if (verdict.outcome !== 'FAILED') return ''
  const mark = basis.level === 'MUST' ? paint('red', '✗') : paint('yellow', '!')
  const lines = [rule, `Expected ${verdict.expected}, found ${verdict.found}`].map((text) => `     ${wrap(text, 5, 5)}`)
  const source = basis.level === 'OURS' ? `Reason: ${basis.reason}` : `Clause: ${describeBasis(basis)}`
  return [`   ${mark} ${id}, ${basis.level}`, ...lines, paint('dim', `     ${wrap(source, 5, 5)}`)].join('\n')
}

function passedLines(results: readonly RuleResult[], paint: Paint): string[] {
  const passed = results.filter(({ verdict }) => verdict.outcome === 'PASSED')
  if (passed.length === 0) return []
  return [
    '',
    paint('bold', 'Passed:'),
    ...passed.map(
      ({ id, basis, rule }) => `   ${paint('green', '✓')} ${id.padEnd(ID_WIDTH)} ${basis.level.padEnd(8)}${rule}`,
    ),
  ]
}

/** The skipped rules, grouped by reason. */
function skippedLines(results: readonly RuleResult[], paint: Paint): string[] {
  const byReason = Map.groupBy(results, ({ verdict }) => (verdict.outcome === 'SKIPPED' ? verdict.why : undefined))
  byReason.delete(undefined)
  if (byReason.size === 0) return []
  return [
    '',
    paint('bold', 'Skipped:'),
    ...[...byReason].map(([why, skipped]) => `   – ${wrap(`${why}: ${idsOf(skipped)}`, 8, 5)}`),
  ]
}

function levelLines({ results }: Report, paint: Paint): string[] {
  const rows = countsByLevel(results).filter((row) => row.passed + row.failed + row.notJudged + row.skipped > 0)
  return [
    '',
    paint('dim', `${'level'.padEnd(10)}passed  failed  not judged  skipped`),
    ...rows.map(({ level, passed, failed, notJudged, skipped }) =>
      paint(
        'dim',
        `${level.padEnd(10)}${cell(passed, 6)}  ${cell(failed, 6)}  ${cell(notJudged, 10)}  ${cell(skipped, 7)}`,
      ),
    ),
    paint('dim', 'MUST and SHOULD are of TRP as this project reads it, OURS are its own rules, HYGIENE those of HTTP.'),
  ]
}

function cell(count: number, width: number): string {
  return String(count).padStart(width)
}

function idsOf(results: readonly RuleResult[]): string {
  return results.map(({ id }) => id).join(', ')
}

/** Wraps a text at spaces. The first line begins at column `begun`, the others at `indent`. */
function wrap(text: string, indent: number, begun = 0): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const used = lines.length === 0 ? begun : indent
    if (line !== '' && used + line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}
