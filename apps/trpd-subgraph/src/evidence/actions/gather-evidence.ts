import type { Transaction } from 'kysely'
import { listCaseChanges, loadCases } from '../../cases/store/cases.ts'
import { listCheckRuns, openEvidence } from '../../checks/store/check-runs.ts'
import { listDataRequests } from '../../data-requests/store/data-requests.ts'
import { listAttempts } from '../../delivery/store/delivery-attempts.ts'
import { listLegalHolds } from '../../erasure/store/legal-holds.ts'
import { assetOf, type Ports } from '../../foundation/actions/transfer-service.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { encodeTrp2020 } from '../../ivms101/domain/encode.ts'
import { listAppliedRules } from '../../rules/store/applied-rules.ts'
import { loadScreenings } from '../../screening/store/transfer-screenings.ts'
import { listCorrections, loadResubmissions } from '../../sending/store/transfer-repairs.ts'
import { listHistory } from '../../transfers/store/transfer-history.ts'
import { listTransferMessages } from '../../transfers/store/transfer-messages.ts'
import { loadAllSecrets, loadTransfers } from '../../transfers/store/transfers.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'

/** The transfer that evidence is about. */
export interface EvidenceReference {
  readonly transactionId: string
}

/** Maximum number of case changes in evidence. */
const CASE_CHANGES_MAX = 10_000
/** Maximum number of check runs, attempts and corrections in evidence: the latest of each. */
const LISTED_MAX = 1_000

/**
 * Everything that this service knows about a transfer at one moment, as JSON for its evidence. After an
 * erasure, it contains what is left. `undefined` for an unknown id.
 */
export async function gatherEvidence(
  service: Ports<'assets' | 'database' | 'sealer'>,
  id: string,
): Promise<string | undefined> {
  const snapshot = service.database.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute((tx) => gather(service, tx, id))
}

async function gather(
  service: Ports<'assets' | 'sealer'>,
  db: Transaction<Tables>,
  id: string,
): Promise<string | undefined> {
  const { sealer } = service
  const [transfer] = isUuid(id) ? await loadTransfers(db, sealer, [id]) : []
  if (transfer === undefined) return undefined
  const [vasp] = transfer.vaspId === undefined ? [] : await loadVasps(db, [transfer.vaspId])
  const secrets = (await loadAllSecrets(db, sealer, [transfer.id])).get(transfer.id)
  const runs = (await listCheckRuns(db, [transfer.id], LISTED_MAX)).get(transfer.id) ?? []
  const current = (await loadCases(db, sealer, [transfer.id])).get(transfer.id)
  const page = { transferId: transfer.id, version: 2 ** 31 - 1, limit: CASE_CHANGES_MAX, offset: 0 }
  const [caseChanges = []] = await listCaseChanges(db, sealer, [page])
  const [screening] = await loadScreenings(db, sealer, [transfer.id])
  const { customerFingerprint: _, ...facts } = transfer
  return JSON.stringify({
    transaction: { ...facts, asset: assetOf(service, transfer) },
    vasp: vasp && { id: vasp.id, name: vasp.name, lei: vasp.lei, host: vasp.host, trust: vasp.trust },
    ivms101: secrets && encodeTrp2020(secrets.ivms101, 'LIST'),
    customerReference: secrets?.customerReference,
    history: (await listHistory(db, sealer, [transfer.id])).map(({ event, actor, transfer: after }) => ({
      version: after.version,
      event,
      actor,
      at: after.updatedAt,
      state: after.state,
      delivery: after.delivery,
      decidedBy: after.decidedBy,
    })),
    messages: await listTransferMessages(db, sealer, transfer.id),
    deliveryAttempts: (await listAttempts(db, [transfer.id], LISTED_MAX)).get(transfer.id) ?? [],
    checkRuns: await Promise.all(
      runs.map(async (run) => {
        const evidence = await openEvidence(db, sealer, run)
        const { cause, by, results } = run
        return { cause, by, results: results.map((result) => ({ ...result, evidence: evidence[result.check] })) }
      }),
    ),
    appliedRules: (await listAppliedRules(db, [transfer.id])).get(transfer.id) ?? [],
    corrections: ((await listCorrections(db, sealer, [transfer.id], LISTED_MAX)).get(transfer.id) ?? []).map(
      ({ former, ...correction }) => ({ ...correction, former: former && encodeTrp2020(former, 'LIST') }),
    ),
    resubmission: (await loadResubmissions(db, [transfer.id])).get(transfer.id),
    legalHolds: await listLegalHolds(db, sealer, transfer.id),
    screening,
    case: current,
    caseChanges: [...caseChanges].reverse(),
    dataRequests: (await listDataRequests(db, sealer, [transfer.id])).get(transfer.id) ?? [],
  })
}
