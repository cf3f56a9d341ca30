import { ok } from '@travel-rule/service/result'
import type { CheckPorts, Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { announcing } from '../../release/actions/announce-release.ts'
import { type Act, stopsOf } from '../../release/domain/release-policy.ts'
import { lockTransfer } from '../../transfers/store/transfers.ts'
import type { CheckName } from '../domain/check.ts'
import { findingId, insertCheckRun, listCheckRuns, openEvidence, withResults } from '../store/check-runs.ts'
import { judgeTransfer } from './check-transfer.ts'

/**
 * If `act` depends on more than screening, repeats the checks that need no lookup, since rates, proofs and
 * facts about a VASP change independently of the transfer. Stores a run if any result has changed.
 */
export async function refreshChecks(service: WorkPorts & CheckPorts, id: string, act: Act): Promise<void> {
  const { sealer, policy } = service
  const lookedUp = lookedUpChecks(service)
  const needed = [...stopsOf(policy.release, act).keys()].filter((name) => !lookedUp.has(name))
  if (needed.length === 0 || !isUuid(id)) return
  await inTransaction(service, async (work) => {
    const { tx } = work
    const transfer = await lockTransfer(tx, sealer, id)
    const [run] = (await listCheckRuns(tx, [id], 1)).get(id) ?? []
    if (transfer === undefined || run === undefined) return ok(true)
    const judged = await judgeTransfer(service, work, { transfer, cause: 'CHANGE' })
    const found = judged.results.filter(({ check }) => !lookedUp.has(check))
    const isComplete = lookedUp.size === 1
    const isSame = found.every((result) => {
      const before = run.results.find(({ check }) => check === result.check)
      if (before?.verdict !== result.verdict) return false
      return result.verdict === 'PASS' || before.finding === findingId(sealer, id, result)
    })
    if (isSame) return ok(true)
    const results = withResults(run, await openEvidence(tx, sealer, run), found)
    // The data version of a run is that of its screening, which does not run here.
    const basis = isComplete ? {} : { dataVersion: run.dataVersion }
    const next = { transferId: id, cause: 'CHANGE', results, ...basis } as const
    await announcing(service, work, transfer, () => insertCheckRun(tx, sealer, next))
    return ok(true)
  })
}

/** The checks whose facts may come from outside the database. */
function lookedUpChecks({ factSources }: Ports<'factSources'>): ReadonlySet<CheckName> {
  const isLookedUp = factSources.some(({ fact }) => fact === 'customer')
  return new Set<CheckName>(['SCREENING', ...(isLookedUp ? (['BENEFICIARY_MATCH'] as const) : [])])
}
