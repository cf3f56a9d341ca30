import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { listRatedCurrencies } from '../../assets/store/rates.ts'
import { assignableOf } from '../../cases/actions/assignees.ts'
import { loadReasons } from '../../cases/store/counterparty-reasons.ts'
import type { ChangePorts, TransferService, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isFreeText } from '../../foundation/domain/string-format.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'
import { findWarnings, type RuleWarning } from '../domain/find-warnings.ts'
import { parseRules, type RuleInput } from '../domain/parse-rules.ts'
import type { Rule, RuleSet } from '../domain/rule.ts'
import { insertRuleSet, listRuleSets, type StoredRuleSet } from '../store/rule-sets.ts'

/** New rules that replace all current ones. */
export interface RulesInput {
  /** The version that they replace; 0 for the first rules. */
  readonly expectedVersion: number
  readonly rules: readonly RuleInput[]
  /** Reason for the change. */
  readonly note?: string | undefined
}

export interface ReplacedRules {
  readonly set: StoredRuleSet
  readonly warnings: readonly RuleWarning[]
}

const NOTE_LENGTH_MAX = 1_000

/**
 * Replaces all rules. Unchanged rules keep their version.
 *
 * Refused as by `checkRules`, with `RULE_REFERENCE_UNKNOWN` for a person to whom cases cannot be assigned,
 * with `RULES_VERSION_CONFLICT` and `NOTE_INVALID`.
 */
export async function replaceRules(
  service: WorkPorts & ChangePorts,
  { expectedVersion, rules: inputs, note }: RulesInput,
  actor: Actor,
): Promise<Result<ReplacedRules>> {
  if (note !== undefined && !isFreeText(note, NOTE_LENGTH_MAX)) {
    return refuse('NOTE_INVALID', `note must have 1 to ${NOTE_LENGTH_MAX} characters and no control characters.`)
  }
  return inTransaction<ReplacedRules>(service, async (work) => {
    const [current] = await listRuleSets(work.tx, { limit: 1, offset: 0 })
    const { version, rules: former }: RuleSet = current ?? { version: 0, rules: [] }
    if (version !== expectedVersion) return versionConflict(version)
    const checked = await checkRules(service, work.tx, inputs)
    if (!checked.ok) return checked
    const { rules, warnings } = checked.value
    const assignees = await checkAssignees(work, rules)
    if (!assignees.ok) return assignees
    if (current !== undefined && isDeepStrictEqual(former, rules)) return ok({ set: current, warnings })
    const createdAt = work.now()
    const set = { version: version + 1, rules, note: note?.trim(), author: actor.id, createdAt }
    if (!(await insertRuleSet(work.tx, set))) return versionConflict(version + 1)
    work.record({
      type: 'rules.replaced',
      subject: { type: 'rules', id: String(set.version) },
      actor,
      at: createdAt,
      detail: { version: set.version, count: rules.length, ...changesOf(former, rules) },
    })
    return ok({ set, warnings })
  })
}

/** The rules of a client's input, with warnings about probable mistakes. */
export interface CheckedRules {
  readonly rules: readonly Rule[]
  readonly warnings: readonly RuleWarning[]
}

/**
 * Checks rules and all their references. Refused as by `parseRules`, and with `RULE_REFERENCE_UNKNOWN` for a
 * VASP or a reviewed reason that does not exist.
 */
export async function checkRules(
  service: ChangePorts,
  db: UnitOfWork['tx'] | TransferService['database']['db'],
  inputs: readonly RuleInput[],
): Promise<Result<CheckedRules>> {
  const parsed = parseRules(inputs, service.assets)
  if (!parsed.ok) return parsed
  const rules = parsed.value
  const vaspIds = [...new Set(rules.flatMap(({ when }) => when.vasps ?? []))]
  const vasps = new Set((vaspIds.length === 0 ? [] : await loadVasps(db, vaspIds)).map(({ id }) => id))
  const reasonIds = rules.flatMap(({ reasonId }) => reasonId ?? [])
  const reasons = new Set((await loadReasons(db, reasonIds)).map(({ id }) => id))
  for (const [index, { action, reasonId, when }] of rules.entries()) {
    const vasp = (when.vasps ?? []).findIndex((id) => !vasps.has(id))
    if (vasp >= 0) return unknown(`rules.${index}.when.vasps.${vasp}`, 'is not the id of a VASP')
    const path = `rules.${index}.reasonId`
    if (reasonId !== undefined && !reasons.has(reasonId)) {
      return unknown(path, 'is not the id of a reviewed reason that can be chosen')
    }
    if (action === 'DECLINE' && reasonId === undefined && service.policy.decisions.reviewedReasonsOnly) {
      return refuse('RULE_INVALID', `${path} is required here (TRPD_REVIEWED_REASONS_ONLY).`, { path })
    }
  }
  return ok({ rules, warnings: [...findWarnings(rules), ...missingRates(rules, await listRatedCurrencies(db))] })
}

async function checkAssignees({ tx, now }: UnitOfWork, rules: readonly Rule[]): Promise<Result<true>> {
  const people = rules.flatMap(({ assignee }) => assignee ?? [])
  const assignable = await assignableOf(tx, people, now())
  const index = rules.findIndex(({ assignee }) => assignee !== undefined && !assignable.has(assignee))
  if (index < 0) return ok(true)
  return unknown(`rules.${index}.assignee`, 'is not the id of a person to whom cases can be assigned: see assignees')
}

function missingRates(rules: readonly Rule[], rated: readonly string[]): RuleWarning[] {
  return rules.flatMap(({ name, when: { amounts = [] } }, index) =>
    amounts.flatMap(({ unit }, at): RuleWarning[] => {
      if ('asset' in unit || rated.includes(unit.currency)) return []
      const message = `No asset has a rate in ${unit.currency}: the condition cannot be evaluated until setRates.`
      return [{ code: 'RATE_MISSING', rule: name, path: `rules.${index}.when.amounts.${at}.currency`, message }]
    }),
  )
}

function unknown(path: string, problem: string): Result<never> {
  return refuse('RULE_REFERENCE_UNKNOWN', `${path} ${problem}.`, { path })
}

function versionConflict(version: number): Result<never> {
  return refuse('RULES_VERSION_CONFLICT', `The rules are at version ${version}: read them again.`, { version })
}

/** Maximum size of a list of names in an event. */
const NAMES_BYTES_MAX = 1_500

/** The differences for the audit log; each version can be read in full. */
function changesOf(former: readonly Rule[], rules: readonly Rule[]) {
  const before = new Map(former.map((rule) => [rule.name, rule]))
  const after = new Map(rules.map((rule) => [rule.name, rule]))
  const kept = rules.filter(({ name }) => before.has(name))
  const order = former.filter(({ name }) => after.has(name)).map(({ name }) => name)
  return {
    added: namesOf(rules.filter(({ name }) => !before.has(name))),
    removed: namesOf(former.filter(({ name }) => !after.has(name))),
    changed: namesOf(kept.filter((rule) => !isDeepStrictEqual(rule, before.get(rule.name)))),
    reordered: !isDeepStrictEqual(
      kept.map(({ name }) => name),
      order,
    ),
  }
}

/** As many names as fit, followed by the number of omitted ones. */
function namesOf(rules: readonly Rule[]): string {
  const names = rules.map(({ name }) => JSON.stringify(name))
  while (Buffer.byteLength(names.join(', ')) > NAMES_BYTES_MAX) names.pop()
  const more = rules.length - names.length
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`
}
