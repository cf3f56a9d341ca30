import { createHash } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { commandCase, lockTarget } from '../../cases/actions/change-case.ts'
import { replaceData } from '../../checks/actions/replace-data.ts'
import type { CheckPorts, Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { canonicalJson } from '../../foundation/domain/json.ts'
import { hashToken } from '../../foundation/domain/secret-token.ts'
import { type IvmsIssue, listedIssues } from '../../ivms101/domain/issue.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import { validateIvms101 } from '../../ivms101/domain/validate.ts'
import { changeTransfer } from '../../transfers/actions/change-transfer.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { loadSecrets, saveIssues } from '../../transfers/store/transfers.ts'
import { completePayload, partyOf } from '../domain/complete-payload.ts'
import { type DataRequest, decideDataRequest, isCompletedByData, needsData, statusOf } from '../domain/data-request.ts'
import { type ReadResponse, readResponse } from '../domain/read-response.ts'
import {
  type DataResponse,
  findByToken,
  type StoredDataRequest,
  saveResponse,
  updateDataRequest,
} from '../store/data-requests.ts'
import { recordChange } from './request-data.ts'

/** The holder of the link of a data request, who is not authenticated. */
const READER: Actor = { type: 'CUSTOMER', id: 'data-request' }

/** Data that was sent to a link. */
export interface SentData {
  readonly token: string
  readonly form: DataResponse['form']
  /** IVMS101 as a JSON value. */
  readonly json: unknown
}

/** The result of receiving data; `REJECTED` says what its sender has to correct. */
export type Reception =
  | { readonly outcome: 'RECEIVED' }
  | { readonly outcome: 'REJECTED'; readonly request: StoredDataRequest; readonly response: ReadResponse }

/**
 * Receives data sent to the link of a data request, once: repeating the same data is accepted and changes
 * nothing. Complete data creates a new version of the transfer, whose checks run again, and its case returns
 * to its officers. Data about an undecided inquiry of ours, or about a transfer that ended without a payment,
 * is kept as evidence only.
 *
 * Refused with `DATA_REQUEST_NOT_FOUND`, `DATA_REQUEST_CLOSED` and `DATA_REQUEST_RECEIVED`.
 */
export function receiveData(
  service: WorkPorts & CheckPorts,
  { token, form, json }: SentData,
): Promise<Result<Reception>> {
  const sha256 = createHash('sha256').update(canonicalJson(json)).digest('hex')
  return inTransaction<Reception>(service, async (work) => {
    const locked = await lockRequest(work, token)
    if (!locked.ok) return locked
    const { request, transfer } = locked.value
    const at = work.now()
    if (request.response?.content?.sha256 === sha256) return ok({ outcome: 'RECEIVED' })
    if (statusOf(request, at) === 'RECEIVED') {
      return refuse('DATA_REQUEST_RECEIVED', 'Other data was received through this link before.')
    }
    const response = readResponse(json, request, at)
    const isComplete = response.issues.length === 0 && response.missing.length === 0
    const decision = decideDataRequest(request, { type: isComplete ? 'receive' : 'reject', at })
    if (!decision.ok) return decision
    const next = decision.value
    if (next === undefined) throw new Error('a response always has an effect')
    if (!isComplete) {
      await updateDataRequest(work.tx, next)
      return ok({ outcome: 'REJECTED', request: next, response })
    }
    const isApplied = isCompletedByData(transfer)
    const { ivms101 } = await loadSecrets(work.tx, work.sealer, transfer.id)
    const { received, tolerated: issues } = response
    const former = partyOf(ivms101, request.party)
    const content = { received, former, sha256 }
    await saveResponse(work.tx, work.sealer, next, { form, isApplied, issues, content })
    const completed = isApplied
      ? await complete(service, work, { transfer, request: next, response })
      : ok<Transfer>(transfer)
    if (!completed.ok) return completed
    recordChange(work, completed.value, { request: next, type: 'transfer.data_received', actor: READER, at })
    const command = { type: 'receiveData', isNeeded: needsData(transfer), by: READER.id, at } as const
    const changed = await commandCase(work, { transfer: completed.value, command, actor: READER })
    return changed.ok ? ok({ outcome: 'RECEIVED' }) : changed
  })
}

interface LockedRequest {
  readonly request: StoredDataRequest
  readonly transfer: Transfer
}

/** The request behind a link. Locks its transfer, so that a second tab waits. */
async function lockRequest(work: UnitOfWork, token: string): Promise<Result<LockedRequest>> {
  const hash = hashToken(token)
  const known = await findByToken(work.tx, work.sealer, hash)
  const locked = known && (await lockTarget(work, { id: known.transferId }))
  const request = locked?.ok ? await findByToken(work.tx, work.sealer, hash) : undefined
  if (!locked?.ok || request === undefined) return refuse('DATA_REQUEST_NOT_FOUND', 'No data request has this link.')
  return ok({ request, transfer: locked.value })
}

/** Completes the data of a transfer in a new version, and runs its checks again. */
async function complete(
  service: CheckPorts,
  work: UnitOfWork,
  { transfer: before, request, response }: LockedRequest & { readonly response: ReadResponse },
): Promise<Result<Transfer>> {
  const { tx, sealer } = work
  const command = { type: 'completeData', at: work.now() } as const
  const changed = await changeTransfer(service, work, { transfer: before, command, actor: READER })
  if (!changed.ok) return changed
  const transfer = changed.value
  const secrets = await loadSecrets(tx, sealer, transfer.id)
  const ivms101 = completePayload(secrets.ivms101, request.party, response.received)
  // A message keeps the IVMS101 deviations that it arrived with.
  if (transfer.channel !== 'TRP') await saveIssues(tx, transfer.id, issuesOf(ivms101, transfer, work.now()))
  await replaceData(service, work, { transfer, secrets: { ...secrets, ivms101 } })
  return changed
}

/** What the record of a registered transfer lacks. */
function issuesOf(ivms101: Ivms101, { channel }: Transfer, at: Date): readonly IvmsIssue[] {
  const isVasp = ({ path }: IvmsIssue) => /^(?:originating|beneficiary)VASP(?:\.|$)/.test(path)
  const issues = validateIvms101(ivms101, at)
  return listedIssues(channel === 'SELF_HOSTED' ? issues.filter((issue) => !isVasp(issue)) : issues)
}

/** The request behind a link, for its page. Refused with `DATA_REQUEST_NOT_FOUND`. */
export async function loadRequestOfLink(
  service: Ports<'database' | 'sealer'>,
  token: string,
): Promise<Result<DataRequest>> {
  const request = await findByToken(service.database.db, service.sealer, hashToken(token))
  return request === undefined ? refuse('DATA_REQUEST_NOT_FOUND', 'No data request has this link.') : ok(request)
}
