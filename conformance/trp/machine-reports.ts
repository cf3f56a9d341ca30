import { escapeHtml } from '@travel-rule/service/escape-html'
import { describeBasis } from './clauses.ts'
import { conclude, counts, countsByLevel, describeAgreement, type Report, stepsOf, summarize } from './report.ts'
import type { RuleDescription, RuleResult, Verdict } from './rule.ts'

/** Changed when a field is renamed, removed or changes its meaning; fields may be added. */
const JSON_FORMAT = 'trp-conformance/1'

/** The report as JSON. */
export function jsonOfReport(report: Report): string {
  const { role, host, version, attempts, strict, at, results } = report
  const json = {
    format: JSON_FORMAT,
    at: at.toISOString(),
    vasp: { role, host: host ?? null },
    version,
    attempts,
    strict,
    conclusion: conclude(report),
    counts: Object.fromEntries(countsByLevel(results).map(({ level, ...figures }) => [level, figures])),
    steps: stepsOf(results).map(({ cause, todo, found, failed, notJudged }) => ({
      cause,
      todo,
      found: found ?? null,
      failed: failed.map(({ id }) => id),
      notJudged: notJudged.map(({ id }) => id),
    })),
    results: results.map((result) => ({
      ...describeRule(result),
      outcome: result.verdict.outcome,
      ...findings(result.verdict),
      durationMs: Math.round(result.durationMs),
    })),
  }
  return `${JSON.stringify(json, undefined, 2)}\n`
}

function describeRule({ id, basis, rule, remedy, since }: RuleDescription) {
  return {
    id,
    level: basis.level,
    clause: basis.level === 'OURS' ? null : basis.clause,
    reason: basis.level === 'OURS' ? basis.reason : null,
    since: since ?? null,
    remedy,
    rule,
  }
}

function findings(verdict: Verdict) {
  switch (verdict.outcome) {
    case 'PASSED':
      return {}
    case 'FAILED':
      return { expected: verdict.expected, found: verdict.found }
    case 'NOT_JUDGED':
      return { obstacle: verdict.obstacle.code }
    case 'SKIPPED':
      return { why: verdict.why }
  }
}

/** JUnit XML. A failure that does not count is a skipped case with a message. */
export function junitOf(report: Report): string {
  const { role, host, version, strict, at, results } = report
  const seconds = (ms: number) => (ms / 1_000).toFixed(3)
  const total = seconds(results.reduce((sum, { durationMs }) => sum + durationMs, 0))
  const cases = results.map((result) => {
    const { id, basis, rule, verdict, durationMs } = result
    const name = `classname="trp.${role}.${basis.level}" name="${attribute(`${id}: ${rule}`)}" time="${seconds(durationMs)}"`
    if (verdict.outcome === 'PASSED') return `    <testcase ${name}/>`
    const element = counts(result, strict) ? 'failure' : 'skipped'
    return `    <testcase ${name}><${element} message="${attribute(describeVerdict(result))}"/></testcase>`
  })
  const failures = results.filter((result) => counts(result, strict)).length
  const skips = results.filter(({ verdict }) => verdict.outcome !== 'PASSED').length - failures
  const figures = `tests="${results.length}" failures="${failures}" skipped="${skips}" time="${total}"`
  const suite = `TRP ${version}: ${role}${host === undefined ? '' : ` ${host}`}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${attribute(suite)}" timestamp="${at.toISOString()}" ${figures}>
${cases.join('\n')}
  </testsuite>
</testsuites>
`
}

/** Markdown with the actions to take, and a table of all rules. */
export function markdownOf(report: Report): string {
  const { role, host, at, results } = report
  const todo = stepsOf(results).map(({ todo, failed, notJudged }, index) => {
    const ids = [...failed, ...notJudged].map(({ id }) => `\`${id}\``).join(', ')
    return `${index + 1}. ${escapeHtml(todo)} (${ids})`
  })
  const rows = results.map((result) =>
    row([
      `\`${result.id}\``,
      result.basis.level,
      result.verdict.outcome.toLowerCase().replace('_', ' '),
      result.rule,
      describeVerdict(result),
      describeBasis(result.basis),
    ]),
  )
  return `# TRP conformance: ${role}${host === undefined ? '' : ` ${host}`}

${at.toISOString()}. ${summarize(report)}
${escapeHtml(describeAgreement(report))}

## To do
${todo.length === 0 ? 'Nothing.' : todo.join('\n')}

## Rules
| id | level | result | rule | found | clause or reason |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}

/** A Markdown table of rules, for docs/trp-conformance.md. */
export function rulesTable(rules: readonly RuleDescription[]): string {
  const rows = rules.map(({ id, basis, rule, since }) =>
    row([`\`${id}\``, basis.level, since === undefined ? rule : `${rule} Since ${since}.`, describeBasis(basis)]),
  )
  return `| id | level | rule | clause or reason |
|---|---|---|---|
${rows.join('\n')}
`
}

function describeVerdict({ verdict }: RuleResult): string {
  switch (verdict.outcome) {
    case 'PASSED':
      return ''
    case 'FAILED':
      return `expected ${verdict.expected}; found ${verdict.found}`
    case 'NOT_JUDGED':
      return `not judged because of ${verdict.obstacle.code}`
    case 'SKIPPED':
      return `skipped: ${verdict.why}`
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((text) => escapeHtml(text.replace(/[\p{Cc}]+/gu, ' ')).replaceAll('|', '\\|')).join(' | ')} |`
}

/** Removes control characters, which XML cannot contain, not even escaped. */
function attribute(text: string): string {
  return escapeHtml(text.toWellFormed().replace(/[\p{Cc}\ufffe\uffff]+/gu, ' '))
}
