import { randomBytes, randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type CaseTarget, checkCaseVersion, commandCase, lockTarget } from '../../cases/actions/change-case.ts'
import { isOnHold, loadCase } from '../../cases/store/cases.ts'
import { type Ports, secondsAfter, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { encodeToken, hashToken, TOKEN_BYTES } from '../../foundation/domain/secret-token.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import {
  checkRequestedData,
  type DataRequest,
  type DataRequestCommand,
  decideDataRequest,
  needsData,
  OPEN_REQUESTS_MAX,
  otherParty,
  REQUESTS_MAX,
  type RequestedData,
  statusOf,
} from '../domain/data-request.ts'
import {
  findDataRequest,
  insertDataRequest,
  listDataRequests,
  type StoredDataRequest,
  updateLink,
} from '../store/data-requests.ts'

/** How long the link of a data request works: a week, so that a customer who is away can still respond. */
const LINK_TTL_SECONDS = 604_800

/** A request, and its link unless an e-mail carries that: the link cannot be shown again. */
export interface IssuedRequest {
  readonly request: StoredDataRequest
  readonly transfer: Transfer
  readonly link?: string
}

/**
 * Requests data about the other party of a transfer, through a page behind a secret link. The case waits for
 * data, unless it is on hold. TRP has no message for such a request, so nothing is sent over TRP.
 *
 * Refused as by `lockTarget`, with `CASE_VERSION_CONFLICT`, `DATA_REQUEST_INVALID`, `DATA_REQUESTS_TOO_MANY`,
 * `TRANSACTION_WRONG_STATUS`, `MAIL_NOT_SET_UP`, and as by `decideCase`.
 */
export function requestData(
  service: WorkPorts & Ports<'mailer' | 'policy'>,
  input: CaseTarget & RequestedData,
  actor: Actor,
): Promise<Result<IssuedRequest>> {
  return inTransaction<IssuedRequest>(service, async (work) => {
    const locked = await lockTarget(work, input)
    if (!locked.ok) return locked
    const transfer = locked.value
    const seen = checkCaseVersion(await loadCase(work.tx, work.sealer, transfer), input)
    if (!seen.ok) return seen
    const checked = await checkRequest(service, work, transfer, input)
    if (!checked.ok) return checked
    const at = work.now()
    const { fields, message, email } = checked.value
    const request: DataRequest = {
      id: randomUUID(),
      transferId: transfer.id,
      linkNumber: 1,
      party: otherParty(transfer),
      fields,
      ...(message === undefined ? {} : { message }),
      ...(email === undefined ? {} : { email, mail: 'QUEUED' }),
      state: 'OPEN',
      mistakes: 0,
      requestedBy: actor.id,
      createdAt: at,
      expiresAt: secondsAfter(at, LINK_TTL_SECONDS),
    }
    const link = makeLink(service)
    await insertDataRequest(work.tx, work.sealer, request, linkOf(request, link))
    recordChange(work, transfer, { request, type: 'transfer.data_requested', actor, at })
    if (!(await isOnHold(work.tx, transfer.id))) {
      const reason = `Data requested: ${fields.join(', ')}`
      const awaited = await commandCase(work, {
        transfer,
        command: { type: 'awaitData', reason, by: actor.id, at },
        actor,
      })
      if (!awaited.ok) return awaited
    }
    return issue(work, { request, transfer, link })
  })
}

/**
 * Creates a new link, with a new time limit, for a request that is open or has expired. The earlier link
 * stops working. If the first link was sent by e-mail, so is the new one.
 *
 * Refused with `DATA_REQUEST_NOT_FOUND`, `DATA_REQUEST_CLOSED`, `TRANSACTION_WRONG_STATUS`,
 * `MAIL_NOT_SET_UP`, `DATA_REQUESTS_TOO_MANY`, and as by `lockTarget`.
 */
export function renewDataRequest(
  service: WorkPorts & Ports<'mailer' | 'policy'>,
  id: string,
  actor: Actor,
): Promise<Result<IssuedRequest>> {
  const at = service.now()
  const expiresAt = secondsAfter(at, LINK_TTL_SECONDS)
  return commandRequest<IssuedRequest>(
    service,
    { id, command: { type: 'renew', expiresAt, at } },
    async (work, { transfer, request }) => {
      if (request === undefined) throw new Error('a renewal always has an effect')
      if (!needsData(transfer)) return refuseEnded(transfer)
      if (request.email !== undefined && service.mailer === undefined) return refuseMail()
      const others = (await openRequests(work, transfer)).filter((open) => open.id !== id)
      if (others.length >= OPEN_REQUESTS_MAX) return refuseMore()
      const link = makeLink(service)
      const renewed: DataRequest = { ...request, ...(request.email === undefined ? {} : { mail: 'QUEUED' }) }
      await updateLink(work.tx, service.sealer, renewed, linkOf(renewed, link))
      recordChange(work, transfer, { request: renewed, type: 'transfer.data_request_renewed', actor, at })
      return issue(work, { request: renewed, transfer, link })
    },
  )
}

/**
 * Withdraws a request: its page then says that the data is no longer needed. The case returns to its officer
 * when no other request is open.
 *
 * Refused with `DATA_REQUEST_NOT_FOUND` and `DATA_REQUEST_CLOSED`.
 */
export function withdrawDataRequest(service: WorkPorts, id: string, actor: Actor): Promise<Result<StoredDataRequest>> {
  const at = service.now()
  return commandRequest<StoredDataRequest>(
    service,
    { id, command: { type: 'withdraw', at } },
    async (work, { transfer, request, before }) => {
      if (request === undefined) return ok(before)
      await updateLink(work.tx, service.sealer, request, {})
      recordChange(work, transfer, { request, type: 'transfer.data_request_withdrawn', actor, at })
      const { status } = await loadCase(work.tx, service.sealer, transfer)
      if (status === 'WAITING_FOR_DATA' && (await openRequests(work, transfer)).length === 0) {
        const command = { type: 'release', reason: 'The last data request was withdrawn.', by: actor.id, at } as const
        const released = await commandCase(work, { transfer, command, actor })
        if (!released.ok) return released
      }
      return ok(request)
    },
  )
}

interface CommandedRequest {
  readonly transfer: Transfer
  readonly before: StoredDataRequest
  /** The request after the command; absent if the command has no effect. */
  readonly request: DataRequest | undefined
}

/** Applies a command to a request whose transfer is locked. */
function commandRequest<Value>(
  service: WorkPorts,
  { id, command }: { readonly id: string; readonly command: DataRequestCommand },
  store: (work: UnitOfWork, commanded: CommandedRequest) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  return inTransaction<Value>(service, async (work) => {
    const known = await findDataRequest(work.tx, work.sealer, id)
    if (known === undefined) return refuseUnknown()
    const locked = await lockTarget(work, { id: known.transferId })
    if (!locked.ok) return locked
    const before = await findDataRequest(work.tx, work.sealer, id)
    if (before === undefined) return refuseUnknown()
    const decision = decideDataRequest(before, command)
    if (!decision.ok) return decision
    return store(work, { transfer: locked.value, before, request: decision.value })
  })
}

function refuseUnknown(): Result<never> {
  return refuse('DATA_REQUEST_NOT_FOUND', 'No data request has this id.')
}

async function checkRequest(
  service: Ports<'mailer'>,
  work: UnitOfWork,
  transfer: Transfer,
  input: RequestedData,
): Promise<Result<RequestedData>> {
  if (!needsData(transfer)) return refuseEnded(transfer)
  const checked = checkRequestedData(input)
  if (!checked.ok) return checked
  if (input.email !== undefined && service.mailer === undefined) return refuseMail()
  const all = (await listDataRequests(work.tx, work.sealer, [transfer.id])).get(transfer.id) ?? []
  const open = await openRequests(work, transfer)
  return open.length < OPEN_REQUESTS_MAX && all.length < REQUESTS_MAX ? checked : refuseMore()
}

function refuseMail(): Result<never> {
  const message = 'An e-mail needs TRPD_MAIL: make a request without `email` to get its link.'
  return refuse('MAIL_NOT_SET_UP', message)
}

function refuseMore(): Result<never> {
  const most = `${OPEN_REQUESTS_MAX} open data requests, and ${REQUESTS_MAX} in all`
  return refuse('DATA_REQUESTS_TOO_MANY', `A transaction has at most ${most}: renew or withdraw an open one.`)
}

function refuseEnded({ state: { status } }: Transfer): Result<never> {
  return refuse('TRANSACTION_WRONG_STATUS', `The transaction is ${status}: it needs no more data.`, { status })
}

async function openRequests({ tx, now, sealer }: UnitOfWork, { id }: Transfer): Promise<DataRequest[]> {
  const all = (await listDataRequests(tx, sealer, [id])).get(id) ?? []
  return all.filter((request) => statusOf(request, now()) === 'OPEN')
}

interface Link {
  readonly url: string
  readonly tokenSha256: Buffer
}

function makeLink({ policy }: Ports<'policy'>): Link {
  const token = encodeToken(randomBytes(TOKEN_BYTES))
  return { url: `${policy.own.url}/data/${token}`, tokenSha256: hashToken(token) }
}

/** The stored link. The URL is kept, sealed, only until its e-mail has been sent. */
function linkOf({ email }: DataRequest, { tokenSha256, url }: Link) {
  return email === undefined ? { tokenSha256 } : { tokenSha256, mailed: url }
}

/** A job in the queue `mail`: one e-mail with the link of a request. */
export interface MailJob {
  readonly requestId: string
  readonly linkNumber: number
}

async function issue(
  work: UnitOfWork,
  { request, transfer, link }: { readonly request: DataRequest; readonly transfer: Transfer; readonly link: Link },
): Promise<Result<IssuedRequest>> {
  if (request.email === undefined) return ok({ request, transfer, link: link.url })
  const job: MailJob = { requestId: request.id, linkNumber: request.linkNumber }
  await work.jobs.enqueue(work.tx, 'mail', job)
  return ok({ request, transfer })
}

interface RequestChange {
  readonly request: DataRequest
  readonly type: string
  readonly actor: Actor
  readonly at: Date
}

/** Publishes a change of a request as an event of its transfer, without personal data. */
export function recordChange({ record }: UnitOfWork, { id, version }: Transfer, change: RequestChange): void {
  const { request, type, actor, at } = change
  const { party, fields, expiresAt, mail } = request
  const detail = {
    version,
    dataRequestId: request.id,
    party,
    fields: fields.join(' '),
    expiresAt: expiresAt.toISOString(),
    mail: mail ?? null,
  }
  record({ type, subject: { type: 'transfer', id }, actor, at, detail })
}
