import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Refusal, type Result, refuse } from '@travel-rule/service/result'
import { z } from 'zod'
import { checkDueDiligence } from '../../due-diligence/actions/record-due-diligence.ts'
import { type DueDiligence, LICENCE_STATUSES, RISK_RATINGS } from '../../due-diligence/domain/due-diligence.ts'
import type { Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { parseLei } from '../../foundation/domain/lei.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { parseVaspUrl, type StoredVasp, upsertVasp } from '../../vasps/actions/upsert-vasp.ts'
import { addHosts } from '../../vasps/actions/vasp-hosts.ts'
import { changedVasp } from '../../vasps/actions/vasp-record.ts'
import { openVaspBatch, type VaspRecords } from '../../vasps/actions/vasp-records.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { type Endpoint, hostsOf } from '../../vasps/domain/vasp-hosts.ts'
import type { NamedVasps } from '../../vasps/store/vasps.ts'
import {
  type DirectoryFormat,
  decodeDirectory,
  type RowProblem,
  rowOfVasp,
  VASP_FIELDS,
  type VaspField,
  type VaspRow,
} from '../domain/vasp-directory.ts'

/** The outcome of an import, or the predicted one of a dry run. */
export interface VaspImport {
  /** `false` for a dry run. */
  readonly stored: boolean
  readonly rows: readonly ImportedRow[]
  readonly problems: readonly ImportProblem[]
}

/** The position of a row in a document. */
interface Place {
  /** Row number from 1, not counting the CSV header. */
  readonly row: number
  /** For CSV, the line of the document at which the row begins, from 1. */
  readonly line: number | undefined
}

/** The outcome for one row. */
export interface ImportedRow extends Place {
  readonly outcome: 'ADDED' | 'CHANGED' | 'UNCHANGED'
  /** Absent if the row would add a new VASP. */
  readonly vaspId: string | undefined
  readonly name: string
  readonly changedFields: readonly VaspField[]
}

/** Why a row was refused, and where it is. */
export interface ImportProblem extends RowProblem, Place {}

/**
 * Registers or updates all VASPs of a document, or none of them. Absent fields stay unchanged, and trust
 * never changes. A dry run stores nothing and returns the problems.
 *
 * Refused with `VASP_IMPORT_TOO_LARGE`, `VASP_IMPORT_FORMAT`, and with `VASP_IMPORT_REFUSED` and the
 * `problems` if a row is refused.
 */
export async function importVasps(
  service: WorkPorts & Ports<'policy'>,
  { format, content, dryRun }: { readonly format: DirectoryFormat; readonly content: string; readonly dryRun: boolean },
  actor: Actor,
): Promise<Result<VaspImport>> {
  const decoded = decodeDirectory(content, format)
  if (!decoded.ok) return decoded
  let rows: ImportedRow[] = []
  let problems: ImportProblem[] = []
  const stored = await inTransaction(service, async (work) => {
    rows = []
    problems = []
    const placeOf = new Map<string, Place>()
    const vasps = await openVaspBatch(work, namedIn(service, decoded.value))
    const released: { readonly vaspId: string }[] = []
    for (const [index, { line, read }] of decoded.value.entries()) {
      const place = { row: index + 1, line }
      const imported = read.ok ? await importRow(service, vasps, read.value, actor) : read
      if (!imported.ok) {
        problems.push({ ...place, ...problemOf(imported.refusal) })
        continue
      }
      const { before, vasp } = imported.value
      const earlier = placeOf.get(vasp.id)
      if (earlier !== undefined) {
        const message = `${placeText(earlier)} is about the same VASP.`
        problems.push({ ...place, code: 'VASP_IMPORT_DUPLICATE', message })
        continue
      }
      placeOf.set(vasp.id, place)
      rows.push(outcomeOf(place, imported.value, dryRun))
      if (before?.wireProfile.amountUnit !== vasp.wireProfile.amountUnit) {
        released.push({ vaspId: vasp.id })
      }
    }
    if (dryRun || problems.length > 0) return refusedImport(problems)
    await vasps.store()
    await work.jobs.enqueueAll(work.tx, 'release', released)
    return ok(true)
  })
  return stored.ok || dryRun ? ok({ stored: stored.ok, rows, problems }) : stored
}

function refusedImport(problems: readonly ImportProblem[]): Result<true> {
  const [first] = problems
  const example = first && ` ${placeText(first)}: ${first.message}`
  return refuse('VASP_IMPORT_REFUSED', `Nothing was stored. Problems: ${problems.length}.${example ?? ''}`, {
    problems,
  })
}

/** The row's position in words, for people who look it up in their document. */
function placeText({ row, line }: Place): string {
  return line === undefined ? `Row ${row}` : `Line ${line}`
}

/** The VASPs that the rows name. Malformed values are left out. */
function namedIn(
  service: Ports<'policy'>,
  decoded: readonly { readonly read: Result<VaspRow, RowProblem> }[],
): NamedVasps {
  const rows = decoded.flatMap(({ read }) => (read.ok ? [read.value] : []))
  const urls = rows.flatMap(({ url, furtherHosts = '' }) => [
    ...(url === undefined ? [] : [url]),
    ...hostsIn(furtherHosts).map((host) => `https://${host}`),
  ])
  return {
    ids: rows.flatMap(({ id }) => (id !== undefined && isUuid(id) ? [id] : [])),
    hosts: urls.flatMap((url) => {
      const endpoint = parseVaspUrl(service, url)
      return endpoint.ok ? [endpoint.value.host] : []
    }),
    leis: rows.flatMap(({ lei }) => {
      const parsed = lei === undefined ? undefined : parseLei(lei)
      return parsed?.ok ? [parsed.value] : []
    }),
  }
}

/** Splits hosts that are separated by spaces. */
function hostsIn(text: string): string[] {
  return text.split(/ +/).filter((host) => host !== '')
}

async function importRow(
  service: Ports<'now' | 'policy'>,
  vasps: VaspRecords,
  row: VaspRow,
  actor: Actor,
): Promise<Result<StoredVasp, RowProblem>> {
  const dueDiligence = readDueDiligence(service, row, actor)
  if (!dueDiligence.ok) return dueDiligence
  const { name, lei, url, amountUnit, assetForm, slip0044Form, ivms101ListForm, apiVersion } = row
  const assetIdentifiers = row.assetIdentifiers?.split(/ +/)
  const wireProfile = { amountUnit, assetIdentifiers, assetForm, slip0044Form, ivms101ListForm, apiVersion }
  const id = row.id === undefined ? ok(undefined) : await knownId(vasps, row.id)
  if (!id.ok) return id
  const upserted = await upsertVasp(service, vasps, { id: id.value, name, lei, url, wireProfile }, actor)
  const stored = upserted.ok
    ? await importHosts(service, vasps, { ...upserted.value, hosts: row.furtherHosts, actor })
    : upserted
  if (!stored.ok) return stored
  const { before, vasp } = stored.value
  if (dueDiligence.value === undefined) return stored
  // Files exported by an earlier version lack the column for the risk rating.
  const { riskRating = vasp.dueDiligence?.riskRating, ...findings } = dueDiligence.value
  const rated: DueDiligence = riskRating === undefined ? findings : { ...findings, riskRating }
  if (isRecorded(vasp, rated)) return stored
  const reviewed = changedVasp(vasp, { dueDiligence: rated }, service.now())
  await vasps.save({ vasp: reviewed, event: 'vasp.due_diligence_recorded', actor })
  return ok({ before, vasp: reviewed })
}

interface ImportedHosts extends StoredVasp {
  /** Separated by spaces. */
  readonly hosts: string | undefined
  readonly actor: Actor
}

/** Adds missing hosts. Never removes a host or takes one from another VASP. */
async function importHosts(
  service: Ports<'now' | 'policy'>,
  vasps: VaspRecords,
  { before, vasp, hosts = '', actor }: ImportedHosts,
): Promise<Result<StoredVasp, RowProblem>> {
  const named = hostsIn(hosts)
  const endpoints: Endpoint[] = []
  for (const host of named) {
    const endpoint = parseVaspUrl(service, `https://${host}`)
    if (!endpoint.ok) return onField(endpoint.refusal, 'furtherHosts')
    // Parsing drops a default port, a path and a user name, and would yield another host than the one in the
    // file.
    if (endpoint.value.host !== host.toLowerCase()) {
      return invalid('VASP_URL_INVALID', 'furtherHosts', 'must be hosts, each with a port only if not 443.')
    }
    const known = [...hostsOf(vasp), ...endpoints.map((added) => added.host)]
    if (!known.includes(endpoint.value.host)) endpoints.push(endpoint.value)
  }
  if (endpoints.length === 0) return ok({ before, vasp })
  const added = await addHosts(service, vasps, { vasp, endpoints, actor })
  return added.ok ? ok({ before, vasp: added.value }) : onField(added.refusal, 'furtherHosts')
}

function onField({ code, message }: Refusal, field: VaspField) {
  return { ok: false, refusal: { code, message, field } } as const
}

/** An id of another node has no meaning here. */
async function knownId(vasps: VaspRecords, id: string): Promise<Result<string | undefined, RowProblem>> {
  if (!isUuid(id)) return invalid('VASP_IMPORT_ROW_INVALID', 'id', 'must be the id of a VASP, or empty.')
  return ok((await vasps.lock(id)) && id)
}

const dateText = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((text) => new Date(text))

/** A row's due diligence; undefined if the row has none. */
function readDueDiligence(
  service: Ports<'now'>,
  row: VaspRow,
  actor: Actor,
): Result<DueDiligence | undefined, RowProblem> {
  const { leiEntityStatus, leiRegistrationStatus } = row
  const given = [row.licence, row.riskRating, leiEntityStatus, leiRegistrationStatus, row.reviewedAt, row.nextReviewAt]
  if (given.every((value) => value === undefined)) return ok(undefined)
  const licence = LICENCE_STATUSES.find((status) => status === row.licence)
  const riskRating = RISK_RATINGS.find((rating) => rating === row.riskRating)
  const reviewedAt = dateText.safeParse(row.reviewedAt)
  const nextReviewAt = dateText.optional().safeParse(row.nextReviewAt)
  const code = 'DUE_DILIGENCE_INVALID'
  if (licence === undefined) return invalid(code, 'licence', `must be one of ${LICENCE_STATUSES.join(', ')}.`)
  if (riskRating !== row.riskRating) return invalid(code, 'riskRating', `must be one of ${RISK_RATINGS.join(', ')}.`)
  if (!reviewedAt.success) return invalid(code, 'reviewedAt', 'must be a date or a time in RFC 3339.')
  if (!nextReviewAt.success) return invalid(code, 'nextReviewAt', 'must be a date or a time in RFC 3339.')
  const input = {
    licence,
    riskRating,
    leiEntityStatus,
    leiRegistrationStatus,
    reviewedAt: reviewedAt.data,
    nextReviewAt: nextReviewAt.data,
  }
  return checkDueDiligence(input, service.now(), actor)
}

function isRecorded({ dueDiligence }: Vasp, findings: DueDiligence): boolean {
  const names = [
    'licence',
    'riskRating',
    'leiEntityStatus',
    'leiRegistrationStatus',
    'reviewedAt',
    'nextReviewAt',
  ] as const
  return names.every((name) => dueDiligence?.[name] === findings[name])
}

function outcomeOf(place: Place, { before, vasp }: StoredVasp, dryRun: boolean): ImportedRow {
  const after = rowOfVasp(vasp)
  const old = before && rowOfVasp(before)
  const changedFields = old ? VASP_FIELDS.filter((field) => old[field] !== after[field]) : []
  const outcome = old === undefined ? 'ADDED' : changedFields.length > 0 ? 'CHANGED' : 'UNCHANGED'
  return { ...place, outcome, vaspId: dryRun && !before ? undefined : vasp.id, name: vasp.name, changedFields }
}

function invalid(code: string, field: VaspField, rule: string) {
  return { ok: false, refusal: { code, field, message: `${field} ${rule}` } } as const
}

function problemOf({ code, message, ...rest }: Refusal | RowProblem): RowProblem {
  const named = 'field' in rest ? rest.field : 'extensions' in rest ? rest.extensions?.field : undefined
  const field = VASP_FIELDS.find((name) => name === (named ?? FIELD_OF_CODE[code]))
  return { ...(field && { field }), code, message }
}

const FIELD_OF_CODE: Readonly<Record<string, VaspField>> = {
  VASP_NAME_MISSING: 'name',
  VASP_NAME_INVALID: 'name',
  VASP_URL_INVALID: 'url',
  VASP_URL_TAKEN: 'url',
  VASP_LEI_CLAIMED: 'lei',
  LEI_LENGTH: 'lei',
  LEI_CHARACTERS: 'lei',
  LEI_CHECKSUM: 'lei',
  WIRE_PROFILE_AMOUNT_UNIT: 'amountUnit',
  WIRE_PROFILE_ASSET_IDENTIFIERS: 'assetIdentifiers',
  WIRE_PROFILE_ASSET_FORM: 'assetForm',
  WIRE_PROFILE_SLIP0044_FORM: 'slip0044Form',
  WIRE_PROFILE_IVMS101_LIST_FORM: 'ivms101ListForm',
  WIRE_PROFILE_API_VERSION: 'apiVersion',
}
