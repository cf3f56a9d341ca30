import { ok, type Result, refuse } from '@travel-rule/service/result'
import { parse } from 'csv-parse/sync'
import { isJsonObject } from '../../foundation/domain/json.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'

/** The directory's fields of a VASP, in column order. */
export const VASP_FIELDS = [
  'id',
  'name',
  'lei',
  'url',
  'furtherHosts',
  'trust',
  'licence',
  'riskRating',
  'leiEntityStatus',
  'leiRegistrationStatus',
  'reviewedAt',
  'nextReviewAt',
  'amountUnit',
  'assetIdentifiers',
  'assetForm',
  'slip0044Form',
  'ivms101ListForm',
  'apiVersion',
] as const

export type VaspField = (typeof VASP_FIELDS)[number]
export type DirectoryFormat = 'CSV' | 'JSON'

/** The fields of a VASP that are set, as strings; lists are separated by spaces. */
export type VaspRow = Readonly<Partial<Record<VaspField, string>>>

/** The problem of a row. */
export interface RowProblem {
  readonly field?: VaspField | undefined
  readonly code: string
  readonly message: string
}

/** A row of a document, or its problem. */
export interface DecodedRow {
  /** For CSV, the line of the document at which the row begins, from 1. */
  readonly line?: number
  readonly read: Result<VaspRow, RowProblem>
}

/** Maximum number of VASPs in one document. */
export const DIRECTORY_ROWS_MAX = 500
/** Maximum size of a document, in bytes. */
export const DIRECTORY_BYTES_MAX = 500_000

/** The row of `vasp`. */
export function rowOfVasp({ id, name, lei, url, furtherHosts, trust, dueDiligence, wireProfile }: Vasp): VaspRow {
  const assetIdentifiers = wireProfile.assetIdentifiers?.join(' ')
  const values: { readonly [Field in VaspField]?: string | undefined } = {
    ...dueDiligence,
    ...{ ...wireProfile, assetIdentifiers },
    ...{ id, name, lei, url, trust, furtherHosts: furtherHosts.join(' ') },
  }
  return pickFields((field) => values[field])
}

/** Encodes `rows` as a document. CSV follows RFC 4180, and no cell can be interpreted as a formula. */
export function encodeDirectory(rows: readonly VaspRow[], format: DirectoryFormat): string {
  if (format === 'JSON') return JSON.stringify(rows.map(jsonOfRow))
  const lines = rows.map((row) => VASP_FIELDS.map((field) => encodeCell(row[field] ?? '')).join(','))
  return [VASP_FIELDS.join(','), ...lines, ''].join('\r\n')
}

/**
 * The rows of a document. Empty fields are absent.
 *
 * Refused with `VASP_IMPORT_TOO_LARGE` and `VASP_IMPORT_FORMAT`.
 */
export function decodeDirectory(content: string, format: DirectoryFormat): Result<readonly DecodedRow[]> {
  if (Buffer.byteLength(content) > DIRECTORY_BYTES_MAX) {
    return refuse('VASP_IMPORT_TOO_LARGE', `content must have at most ${DIRECTORY_BYTES_MAX} bytes.`)
  }
  const rows = format === 'CSV' ? readCsv(content) : readJson(content)
  if (rows.ok && rows.value.length > DIRECTORY_ROWS_MAX) {
    return refuse('VASP_IMPORT_TOO_LARGE', `content must have at most ${DIRECTORY_ROWS_MAX} VASPs.`)
  }
  return rows
}

function readCsv(content: string): Result<readonly DecodedRow[]> {
  let records: readonly CsvRecord[]
  try {
    const parsed: unknown = parse(content, {
      bom: true,
      raw: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      to: DIRECTORY_ROWS_MAX + 2,
    })
    // The parser's types lack the fields added by `raw`.
    records = parsed as readonly CsvRecord[]
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'malformed'
    return refuse('VASP_IMPORT_FORMAT', `content is not CSV: ${reason}.`)
  }
  const [{ record: header } = { record: [] }, ...rows] = withLines(records)
  const columns = header.map((name) => VASP_FIELDS.find((field) => field === name.trim()))
  if (!columns.includes('name') || columns.includes(undefined) || new Set(columns).size < columns.length) {
    const message = `The first line must have distinct columns, separated by commas, with name and any of ${VASP_FIELDS.join(', ')}.`
    return refuse('VASP_IMPORT_FORMAT', message)
  }
  return ok(
    rows.map(({ line, record }) => ({
      line,
      read:
        record.length === columns.length
          ? ok(pickFields((field) => decodeCell(record[columns.indexOf(field)] ?? '').trim()))
          : problem(`The row has ${record.length} cells, but there are ${columns.length} columns.`),
    })),
  )
}

interface CsvRecord {
  readonly record: readonly string[]
  /** The source text of the record: preceding empty lines, and at least the first character of its own line break. */
  readonly raw: string
}

/** The parser's own line numbers count CRLF within quotes twice. */
function withLines(
  records: readonly CsvRecord[],
): readonly { readonly line: number; readonly record: readonly string[] }[] {
  let next = 1
  return records.map(({ record, raw }) => {
    const line = next + lineBreaks(/^[\r\n]*/.exec(raw)?.[0] ?? '')
    next += lineBreaks(raw)
    return { line, record }
  })
}

function lineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0
}

function readJson(content: string): Result<readonly DecodedRow[]> {
  let items: unknown
  try {
    items = JSON.parse(content.replace(/^\uFEFF/, ''))
  } catch {
    return refuse('VASP_IMPORT_FORMAT', 'content is not JSON.')
  }
  if (!Array.isArray(items)) return refuse('VASP_IMPORT_FORMAT', 'content must be a JSON array of VASPs.')
  return ok(items.map((item) => ({ read: rowOfJson(item) })))
}

function rowOfJson(item: unknown): Result<VaspRow, RowProblem> {
  if (!isJsonObject(item)) return problem('The VASP must be an object.')
  if (Object.keys(item).some((key) => !VASP_FIELDS.some((field) => field === key))) {
    return problem(`A VASP can only have ${VASP_FIELDS.join(', ')}.`)
  }
  const row: Partial<Record<VaspField, string>> = {}
  for (const field of VASP_FIELDS) {
    const value = item[field] ?? ''
    const isList = isListField(field) && Array.isArray(value)
    if (!isList && typeof value !== 'string') return problem(`${field} must be a string.`, field)
    row[field] = isList ? value.join(' ') : String(value)
  }
  return ok(pickFields((field) => row[field]))
}

function jsonOfRow(row: VaspRow) {
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, isListField(field) ? value.split(' ') : value]),
  )
}

function isListField(field: string): boolean {
  return field === 'assetIdentifiers' || field === 'furtherHosts'
}

function pickFields(read: (field: VaspField) => string | undefined): VaspRow {
  return Object.fromEntries(VASP_FIELDS.map((field) => [field, read(field)]).filter(([, value]) => value))
}

function problem(message: string, field?: VaspField) {
  return { ok: false, refusal: { code: 'VASP_IMPORT_ROW_INVALID', message, field } } as const
}

/** Text that a spreadsheet interprets as a formula. An apostrophe before it is doubled, so that decoding is exact. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

function encodeCell(value: string): string {
  const guarded = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n']|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

function decodeCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
