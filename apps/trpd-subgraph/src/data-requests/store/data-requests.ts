import { readAgainIfErased } from '@travel-rule/database/read-again'
import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Expression, Kysely, Selectable, SqlBool, Transaction } from 'kysely'
import { expressionBuilder } from 'kysely'
import { isUuid } from '../../foundation/domain/string-format.ts'
import type { DataRequestTable, Tables } from '../../foundation/store/tables.ts'
import type { IvmsIssue } from '../../ivms101/domain/issue.ts'
import type { PartyData } from '../domain/complete-payload.ts'
import type { DataRequest, DataRequestStatus } from '../domain/data-request.ts'

/** The response to a request, as received. */
export interface DataResponse {
  /** How it was submitted: with the form, or as a file. */
  readonly form: 'FORM' | 'FILE'
  readonly content?: ResponseContent
  /** True if it completed the data of the transfer; otherwise it is kept as evidence only. */
  readonly isApplied: boolean
  /** Tolerated deviations in form. */
  readonly issues: readonly IvmsIssue[]
}

/** The sealed part of a response; erasure destroys it. */
export interface ResponseContent {
  readonly received: PartyData
  /** What was known about the party before. */
  readonly former: PartyData
  /** SHA-256 of the canonical response, used to recognise a repeat. */
  readonly sha256: string
}

/** A request with its response, if there is one. */
export interface StoredDataRequest extends DataRequest {
  readonly response?: DataResponse
}

/** A request that has a response. */
export type AnsweredDataRequest = DataRequest & { readonly response: DataResponse }

/** The sealed part of a request. */
interface RequestSecrets {
  readonly message?: string
  readonly email?: string
  /** The link, until its e-mail has been sent. */
  readonly link?: string
}

/** Stores a new request. `link` is kept, sealed, only until its e-mail has been sent. */
export async function insertDataRequest(
  tx: Transaction<Tables>,
  sealer: Sealer,
  request: DataRequest,
  link: { readonly tokenSha256: Buffer; readonly mailed?: string | undefined },
): Promise<void> {
  const { id, transferId, party, fields, requestedBy, createdAt } = request
  const key = await sealer.records.of(tx, transferId)
  await tx
    .insertInto('dataRequests')
    .values({
      id,
      transferId,
      party,
      fields: JSON.stringify(fields),
      requestedBy,
      createdAt,
      tokenSha256: link.tokenSha256,
      requestSealed: sealRequest(key, request, link.mailed),
      ...progressColumns(request),
      form: null,
      applied: null,
      issues: null,
      responseSealed: null,
    })
    .execute()
}

/** Stores the progress of a request. */
export async function updateDataRequest(tx: Transaction<Tables>, request: DataRequest): Promise<void> {
  await tx.updateTable('dataRequests').set(progressColumns(request)).where('id', '=', request.id).execute()
}

/** Stores the progress of a request with its new link, or removes a link whose e-mail has been sent. */
export async function updateLink(
  tx: Transaction<Tables>,
  sealer: Sealer,
  request: DataRequest,
  { tokenSha256, mailed }: { readonly tokenSha256?: Buffer; readonly mailed?: string | undefined },
): Promise<void> {
  const key = await sealer.records.of(tx, request.transferId)
  await tx
    .updateTable('dataRequests')
    .set({
      ...progressColumns(request),
      requestSealed: sealRequest(key, request, mailed),
      ...(tokenSha256 === undefined ? {} : { tokenSha256 }),
    })
    .where('id', '=', request.id)
    .execute()
}

/** Stores the response to a request. */
export async function saveResponse(
  tx: Transaction<Tables>,
  sealer: Sealer,
  request: DataRequest,
  { form, isApplied, issues, content }: DataResponse & { readonly content: ResponseContent },
): Promise<void> {
  const key = await sealer.records.of(tx, request.transferId)
  await tx
    .updateTable('dataRequests')
    .set({
      ...progressColumns(request),
      requestSealed: sealRequest(key, request, undefined),
      form,
      applied: isApplied,
      issues: JSON.stringify(issues),
      responseSealed: key.seal(JSON.stringify(content), dataResponseContext(request.id)),
    })
    .where('id', '=', request.id)
    .execute()
}

/** The link for the e-mail of a request; `undefined` once that has been sent. */
export async function loadMailedLink(db: Kysely<Tables>, sealer: Sealer, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('dataRequests')
    .select(['transferId', 'requestSealed'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && openRequest(await sealer.records.of(db, row.transferId), id, row.requestSealed).link
}

/** The request whose link has this token. */
export async function findByToken(
  db: Kysely<Tables>,
  sealer: Sealer,
  tokenSha256: Buffer,
): Promise<StoredDataRequest | undefined> {
  const found = db.selectFrom('dataRequests').selectAll().where('tokenSha256', '=', tokenSha256)
  return readAgainIfErased(async () => {
    const row = await found.executeTakeFirst()
    return row && requestOfRow(row, await sealer.records.of(db, row.transferId))
  })
}

/** The request with this id. Lock its transfer before changing it. */
export async function findDataRequest(
  db: Kysely<Tables>,
  sealer: Sealer,
  id: string,
): Promise<StoredDataRequest | undefined> {
  if (!isUuid(id)) return undefined
  const row = await db.selectFrom('dataRequests').selectAll().where('id', '=', id).executeTakeFirst()
  return row && requestOfRow(row, await sealer.records.of(db, row.transferId))
}

/** The requests of these transfers, newest first, by transfer id. */
export async function listDataRequests(
  db: Kysely<Tables>,
  sealer: Sealer,
  transferIds: readonly string[],
): Promise<Map<string, StoredDataRequest[]>> {
  const rows = await db
    .selectFrom('dataRequests')
    .selectAll()
    .where('transferId', 'in', transferIds)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  const keyOf = await sealer.records.load(db, transferIds)
  return Map.groupBy(
    rows.map((row) => requestOfRow(row, keyOf(row.transferId))),
    ({ transferId }) => transferId,
  )
}

/** Conditions on data requests; absent conditions match all. */
export interface DataRequestFilter {
  /** Any of these, at the time `at`. */
  readonly statuses?: readonly DataRequestStatus[] | undefined
  readonly at: Date
}

/** The requests of all transfers, newest first. */
export async function listAllDataRequests(
  db: Kysely<Tables>,
  sealer: Sealer,
  filter: DataRequestFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<StoredDataRequest[]> {
  const rows = await db
    .selectFrom('dataRequests')
    .selectAll()
    .where(matches(filter))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ transferId }) => transferId),
  )
  return rows.map((row) => requestOfRow(row, keyOf(row.transferId)))
}

/** The number of matching requests. */
export async function countDataRequests(db: Kysely<Tables>, filter: DataRequestFilter): Promise<number> {
  const row = await db
    .selectFrom('dataRequests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The domain's `statusOf`, in SQL. */
function matches({ statuses, at }: DataRequestFilter): Expression<SqlBool> {
  const { and, or, eb, lit } = expressionBuilder<Tables, 'dataRequests'>()
  if (statuses === undefined) return lit(true)
  return or(
    [...new Set(statuses)].map((status) => {
      if (status === 'OPEN') return and([eb('state', '=', 'OPEN'), eb('expiresAt', '>', at)])
      if (status === 'EXPIRED') return and([eb('state', '=', 'OPEN'), eb('expiresAt', '<=', at)])
      return eb('state', '=', status)
    }),
  )
}

function progressColumns({ state, linkNumber, mail, mistakes, expiresAt, settledAt }: DataRequest) {
  return {
    state,
    linkNumber,
    mail: mail ?? null,
    mistakes,
    expiresAt,
    settledAt: settledAt ?? null,
  }
}

function sealRequest(key: Sealing, { id, message, email }: DataRequest, link: string | undefined): Buffer {
  const secrets: RequestSecrets = {
    ...(message === undefined ? {} : { message }),
    ...(email === undefined ? {} : { email }),
    ...(link === undefined ? {} : { link }),
  }
  return key.seal(JSON.stringify(secrets), dataRequestContext(id))
}

/** Empty once it has been erased. */
function openRequest(key: Sealing, id: string, sealed: Buffer): RequestSecrets {
  if (sealed.length === 0) return {}
  return JSON.parse(key.open(sealed, dataRequestContext(id)).toString()) as RequestSecrets
}

function requestOfRow(row: Selectable<DataRequestTable>, key: Sealing): StoredDataRequest {
  const { message, email } = openRequest(key, row.id, row.requestSealed)
  return {
    id: row.id,
    transferId: row.transferId,
    linkNumber: row.linkNumber,
    party: row.party,
    fields: row.fields,
    ...(message === undefined ? {} : { message }),
    ...(email === undefined ? {} : { email }),
    ...(row.mail === null ? {} : { mail: row.mail }),
    state: row.state,
    mistakes: row.mistakes,
    requestedBy: row.requestedBy,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    ...(row.settledAt === null ? {} : { settledAt: row.settledAt }),
    ...responseOfRow(row, key),
  }
}

function responseOfRow(row: Selectable<DataRequestTable>, key: Sealing): { readonly response?: DataResponse } {
  const { form, applied, issues, responseSealed } = row
  if (form === null || responseSealed === null) return {}
  const response = { form, isApplied: applied === true, issues: issues ?? [] }
  if (responseSealed.length === 0) return { response }
  const content = JSON.parse(key.open(responseSealed, dataResponseContext(row.id)).toString()) as ResponseContent
  return { response: { ...response, content } }
}

export function dataRequestContext(id: string): string {
  return `data-request:${id}:request`
}

export function dataResponseContext(id: string): string {
  return `data-request:${id}:response`
}
