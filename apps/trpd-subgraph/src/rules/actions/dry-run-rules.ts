import { ok, type Result } from '@travel-rule/service/result'
import { wholeAmount } from '../../assets/domain/asset.ts'
import { type Rate, valueIn } from '../../assets/domain/rates.ts'
import { loadRates } from '../../assets/store/rates.ts'
import { exceedsFourEyes } from '../../cases/domain/four-eyes.ts'
import { loadReasons } from '../../cases/store/counterparty-reasons.ts'
import { assetOf, type ChangePorts, type Ports } from '../../foundation/actions/transfer-service.ts'
import type { TransferFilter } from '../../transfers/store/transfer-filter.ts'
import { requiresMutualTls } from '../../vasps/actions/check-sender.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'
import { createDryRunTally, type DryRunResult, type DryRunTally, isOtherwise } from '../domain/dry-run.ts'
import { evaluateRules } from '../domain/evaluate-rules.ts'
import type { RuleWarning } from '../domain/find-warnings.ts'
import { mayApprove } from '../domain/may-approve.ts'
import type { RuleInput } from '../domain/parse-rules.ts'
import { LIMITS_RULE, type Rule, usesRates } from '../domain/rule.ts'
import { listPastTransfers, type PastTransfer } from '../store/past-transfers.ts'
import { isReleased } from './decide-by-rules.ts'
import { checkRules } from './replace-rules.ts'

/** The rules to try, the transfers to try them on, and the page of differences to return. */
export interface DryRunRequest {
  readonly rules: readonly RuleInput[]
  readonly filter: TransferFilter
  readonly first: number
  /** The last item of the previous page. */
  readonly after: bigint | undefined
  /** Awaited after every few transfers; throws when the request has ended. */
  readonly pause: () => Promise<void>
}

export interface DryRun {
  readonly rules: readonly Rule[]
  readonly warnings: readonly RuleWarning[]
  readonly examined: number
  /** True if every transfer that matches the filter was examined. */
  readonly isComplete: boolean
  readonly tally: DryRunTally
  /** At most `first` + 1 differences. */
  readonly differences: readonly Difference[]
}

/** A dry run with the number of differences that the client requested. */
export interface DryRunPage extends DryRun {
  readonly first: number
}

/** A transfer that the rules would have decided differently. */
export interface Difference extends DryRunResult {
  readonly sequence: bigint
  readonly transferId: string
}

/** Maximum number of transfers that one dry run examines. */
export const DRY_RUN_MAX = 100_000
const SLICE = 1_000
/** Number of rules with one condition that are evaluated in about a millisecond. */
const RULES_PER_STEP = 2_000

/**
 * What rules would have done with past transfers, newest first. Uses the latest check verdicts, and the
 * current VASPs, limits and rates. Opens no personal data, so conditions on countries are unknown. Refused as
 * by `checkRules`.
 */
export async function dryRunRules(
  service: ChangePorts & Ports<'database' | 'now'>,
  request: DryRunRequest,
): Promise<Result<DryRun>> {
  const { db } = service.database
  const checked = await checkRules(service, db, request.rules)
  if (!checked.ok) return checked
  const { rules, warnings } = checked.value
  const evaluate = await openEvaluation(service, rules)
  const tally = createDryRunTally()
  const differences: Difference[] = []
  const stepSize = Math.max(1, Math.floor(RULES_PER_STEP / (rules.length + 1)))
  let isPast = request.after === undefined
  let last: bigint | undefined
  for (let examined = 0; ; ) {
    const page = { filter: request.filter, first: SLICE, after: last }
    const slice = await listPastTransfers({ db, assets: service.assets }, page)
    await evaluate.prepare(slice)
    for (const [index, past] of slice.entries()) {
      if (index % stepSize === 0) await request.pause()
      const result = evaluate.resultOf(past)
      tally.add(result)
      const { sequence, transfer } = past
      const isShown = isPast && differences.length <= request.first && isOtherwise(result)
      if (isShown) differences.push({ ...result, sequence, transferId: transfer.id })
      isPast ||= sequence === request.after
    }
    examined += slice.length
    last = slice.at(-1)?.sequence
    const isComplete = slice.length < SLICE
    if (isComplete || examined >= DRY_RUN_MAX) return ok({ rules, warnings, examined, isComplete, tally, differences })
  }
}

interface Evaluation {
  /** Loads the records that the transfers of a slice refer to. */
  prepare(slice: readonly PastTransfer[]): Promise<void>
  resultOf(past: PastTransfer): DryRunResult
}

async function openEvaluation(
  service: ChangePorts & Ports<'database' | 'now'>,
  rules: readonly Rule[],
): Promise<Evaluation> {
  const { db } = service.database
  const vasps = new Map<string, Vasp>()
  const rates = new Map<string, readonly Rate[]>()
  const at = service.now()
  const limits = { limits: service.policy.decisions.fourEyes, assets: service.assets }
  const age = { at, ageMaxSeconds: service.policy.ageMaxSeconds.rate }
  const reasonIds = rules.flatMap(({ reasonId }) => reasonId ?? [])
  const reasons = new Set((await loadReasons(db, reasonIds)).map(({ id }) => id))
  return {
    async prepare(slice) {
      const missing = [...new Set(slice.flatMap(({ vaspId }) => vaspId ?? []))].filter((id) => !vasps.has(id))
      for (const vasp of missing.length === 0 ? [] : await loadVasps(db, missing)) vasps.set(vasp.id, vasp)
      if (!usesRates(rules)) return
      for (const { transfer } of slice) {
        if (!rates.has(transfer.assetId)) rates.set(transfer.assetId, await loadRates(db, transfer.assetId))
      }
    },
    resultOf({ transfer, vaspId, entry, verdicts, decision, isAutomatic }) {
      const asset = assetOf(service, transfer)
      const vasp = vaspId === undefined ? undefined : vasps.get(vaspId)
      const past = { decision, isAutomatic }
      const results = [...verdicts].map(([check, verdict]) => ({ check, verdict }))
      const { requiredChecks } = service.policy.decisions
      const mutualTlsRequired = vasp !== undefined && requiresMutualTls(vasp)
      const isOurs =
        transfer.direction === 'RECEIVED' && transfer.channel === 'TRP' && !exceedsFourEyes(transfer, limits)
      const isApproved =
        isOurs &&
        vasp !== undefined &&
        isReleased(service, results) &&
        mayApprove({ transfer, asset, vasp, mutualTlsRequired, entry, results, requiredChecks }) !== undefined
      const isAllowed = ({ action, reasonId }: Rule) =>
        action === 'APPROVE' ? isApproved : isOurs && (reasonId === undefined || reasons.has(reasonId))
      const value = valueIn(wholeAmount(transfer, asset), rates.get(asset.id) ?? [], age)
      const facts = { transfer, asset, vasp, verdicts, valueIn: value, countries: undefined }
      const result = evaluateRules(rules, facts, isAllowed)
      if (result.type === 'MATCHED') return { rule: result.rule.name, action: result.rule.action, ...past }
      if (result.type === 'LEFT_TO_OFFICER' || !isApproved) return past
      return { rule: LIMITS_RULE, action: 'APPROVE', ...past }
    },
  }
}
