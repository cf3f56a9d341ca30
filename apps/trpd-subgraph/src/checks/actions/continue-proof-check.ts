import { isDeepStrictEqual } from 'node:util'
import { detailOfChange } from '@travel-rule/database/detail-of-change'
import { ok } from '@travel-rule/service/result'
import { type DecisionPorts, systemActor, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { isUnreliable, type ProofCheckJob, queueProofCheck } from '../../ownership/actions/queue-proof-check.ts'
import { applyRules } from '../../rules/actions/check-and-decide.ts'
import { lockTransfer } from '../../transfers/store/transfers.ts'
import { insertCheckRun, listCheckRuns, openEvidence, RUNS_LISTED_MAX, withResults } from '../store/check-runs.ts'
import { awaitsFacts, judgeTransfer } from './check-transfer.ts'

const CHECK = 'OWNERSHIP_PROOF'

/**
 * Repeats the ownership check of a transfer whose wallet may have new proofs. Nothing is looked up, and the
 * results of all other checks stay. A changed verdict may change the case.
 *
 * While the proofs are unreliable, nothing is stored and the check is postponed.
 */
export async function continueProofCheck(service: WorkPorts & DecisionPorts, job: ProofCheckJob): Promise<void> {
  await inTransaction<unknown>(service, async (work) => {
    const transfer = await lockTransfer(work.tx, work.sealer, job.transferId)
    if (transfer === undefined || transfer.erasedAt !== undefined) return ok(true)
    const judged = await judgeTransfer(service, work, { transfer, cause: 'CHANGE' })
    if (isUnreliable(judged.proofSource)) {
      await queueProofCheck(work.jobs, work.tx, job)
      return ok(true)
    }
    const runs = (await listCheckRuns(work.tx, [transfer.id], RUNS_LISTED_MAX)).get(transfer.id) ?? []
    const found = judged.results.find(({ check }) => check === CHECK)
    const [run] = runs
    if (run === undefined || found === undefined) return ok(true)
    const evidence = await openEvidence(work.tx, work.sealer, run)
    const before = run.results.find(({ check }) => check === CHECK)
    const isSame = before?.verdict === found.verdict && before.reason === found.reason
    if (isSame && isDeepStrictEqual(evidence[CHECK] ?? {}, found.evidence ?? {})) return ok(true)
    const results = withResults(run, evidence, [found])
    const { dataVersion } = run
    await insertCheckRun(work.tx, work.sealer, { transferId: transfer.id, cause: 'CHANGE', results, dataVersion })
    if (before?.verdict === found.verdict) return ok(true)
    const subject = { type: 'transfer', id: transfer.id }
    const detail = detailOfChange(before && { [CHECK]: before.verdict }, { [CHECK]: found.verdict })
    work.record({ type: 'transfer.checked', subject, actor: systemActor, at: work.now(), detail })
    // The job that looks up facts for the first time applies the rules itself.
    const lacksFacts = awaitsFacts(transfer, judged) && !runs.some(({ cause }) => cause === 'LOOKUP')
    return lacksFacts ? ok(true) : applyRules(service, work, { transfer }, { ...judged, results, lacksFacts })
  })
}
