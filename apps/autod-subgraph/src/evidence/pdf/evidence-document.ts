import { createHash } from 'node:crypto'

/** A label and its value, in any script. */
export interface DocumentRow {
  readonly label: string
  readonly value: string
}

/** Rows that belong together, such as one message or one entry of the audit log. */
export interface DocumentItem {
  readonly title: string
  readonly rows: readonly DocumentRow[]
}

export interface DocumentSection {
  readonly heading: string
  readonly items: readonly DocumentItem[]
  /**
   * Number of items in the middle of a long list that are only in the file, and the index in `items` that
   * they follow.
   */
  readonly omitted?: { readonly count: number; readonly after: number }
}

/** A readable bundle of evidence: everything except the bytes of the messages and the checkpoints. */
export interface EvidenceDocument {
  readonly title: string
  readonly sections: readonly DocumentSection[]
}

/** The file of a bundle, as signed. */
export interface ReadableBundle {
  readonly json: string
  readonly sha256: string
  readonly keyId: string
}

/** Maximum number of rows per list; longer lists lose their middle. */
const LIST_ROWS_MAX = 160
/** Maximum number of rows per item. */
const ITEM_ROWS_MAX = 80
/** Maximum number of names per party in the summary. */
const SUMMARY_NAMES_MAX = 20
/** Maximum number of member names in a label; the last ones are kept. */
const PATH_MAX = 3
/** Maximum length of a value, in UTF-16 code units. */
const VALUE_LENGTH_MAX = 2_000
/** Maximum length of an item's title, and of a label. */
const TITLE_LENGTH_MAX = 300

/** The readable form of a bundle. It depends only on the bundle, and its size is limited. */
export function evidenceDocument({ json, sha256, keyId }: ReadableBundle): EvidenceDocument {
  const { evidence } = JSON.parse(json)
  const { exchange, proofs, audit } = evidence
  const nameOf = actorNames(audit.entries)
  const erasure = audit.entries.find(({ entry }: Json) => entry.type === 'transfer.erased')
  const entries: Json[] = audit.entries
  const reads = entries.filter(({ entry }) => entry.type === 'personal-data.read')
  const changes = entries.filter(({ entry }) => entry.type !== 'personal-data.read')
  const list = (heading: string, all: readonly DocumentItem[]) => listSection(heading, all)
  const { messages = [], ivms101, checkRuns, ...rest } = exchange
  const parts = [...SECTIONS, ...Object.keys(rest).filter((name) => !SECTIONS.includes(name))]
  return {
    title: `Evidence about transaction ${evidence.transactionId}`,
    sections: [
      fixed('This document', [
        row('Made at', evidence.createdAt),
        row('Made for', `${evidence.createdBy.name || 'no name'} (${evidence.createdBy.id})`),
        row('With the client', evidence.createdBy.client),
        row('SHA-256 of the evidence', sha256),
        row('Key that signed it', keyId),
        row('To verify', VERIFY),
        row('Characters', CHARACTERS),
      ]),
      ...(erasure === undefined ? [] : [fixed('Erased', [row('At', erasure.entry.at), row('What is left', ERASED)])]),
      fixed('Summary', summary(exchange, nameOf)),
      list('Originator, beneficiary and their VASPs (IVMS101)', partyItems(ivms101)),
      ...parts.map((name) => partSection(name, rest[name], nameOf)),
      list('Checks', (checkRuns ?? []).flatMap(checkItems)),
      list('Messages', messages.map(messageItem)),
      list('Ownership proofs', numbered('Proof', proofs, nameOf)),
      list('Reads of personal data', reads.map(entryItem)),
      list('Other entries of the audit log', changes.map(entryItem)),
      fixed('Checkpoints of the audit log', [
        row('Signed checkpoints in the file', String(audit.checkpoints.length)),
        row('Entries that one covers', `${entries.filter(({ proof }) => proof !== null).length} of ${entries.length}`),
      ]),
    ],
  }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of trpd and aopd, which only this document reads here
type Json = any
type NameOf = (id: string) => string | undefined

const VERIFY =
  'This document is for reading; only the signed JSON file proves anything. Verify it offline: npm run verify-evidence -- <file> --key <public keys>. ' +
  'The SHA-256 above is that of the evidence in the file.'
const CHARACTERS =
  'Control characters, invisible characters, and those that no font of this document has are shown as their number, such as [U+202E].'
const ERASED =
  'Personal data of this transaction was erased for good. What follows is what was left: identifiers, statuses, times, verdicts, and the audit log.'

/** trpd's parts in reading order; other parts follow under their own names. */
const SECTIONS: readonly string[] = [
  'transaction',
  'vasp',
  'customerReference',
  'history',
  'appliedRules',
  'screening',
  'case',
  'caseChanges',
  'corrections',
  'resubmission',
  'legalHolds',
  'dataRequests',
  'deliveryAttempts',
]
const HEADINGS: Readonly<Record<string, string>> = {
  vasp: 'Counterparty VASP',
  history: 'Versions of the transaction',
  appliedRules: 'Rules that were applied',
  caseChanges: 'Changes of the case',
}

function row(label: string, value: unknown): DocumentRow {
  return { label: cut(label, TITLE_LENGTH_MAX), value: cut(leafOf(value), VALUE_LENGTH_MAX) }
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text.slice(0, max)}… (${text.length - max} more characters are in the file)`
}

function leafOf(value: unknown): string {
  if (value === '') return '(empty)'
  const isNone = value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
  return isNone ? 'none' : String(value)
}

function fixed(heading: string, rows: readonly DocumentRow[]): DocumentSection {
  return { heading, items: [{ title: '', rows }] }
}

/** Names of the actors in the audit log, by id: trpd's parts contain only ids. */
function actorNames(entries: readonly Json[]): NameOf {
  const names = new Map<string, string>()
  for (const { entry } of entries) if (entry.actor?.name) names.set(entry.actor.id, entry.actor.name)
  return (id) => names.get(id)
}

function summary(exchange: Json, nameOf: NameOf): DocumentRow[] {
  const { transaction = {}, vasp, ivms101 } = exchange
  const isSent = transaction.direction === 'SENT'
  const { status, ...state } = transaction.state ?? {}
  return [
    row('Direction', isSent ? 'sent to the counterparty' : 'received from the counterparty'),
    ...nameRows('Originator', ivms101?.originator),
    ...nameRows('Beneficiary', ivms101?.beneficiary),
    row('Counterparty', vasp?.name),
    row('Amount', `${transaction.amount} ${transaction.asset?.symbol ?? transaction.assetId}`),
    row('Status', status),
    ...limited(rowsOf(state, 'State', nameOf), ITEM_ROWS_MAX),
    row('Decided by', person(transaction.decidedBy, nameOf)),
    row('Created', transaction.createdAt),
    row('Last changed', transaction.updatedAt),
  ]
}

function nameRows(label: string, party: unknown): readonly DocumentRow[] {
  const rows = namesIn(party).map((name) => row(label, name))
  return limited(rows, SUMMARY_NAMES_MAX)
}

/** The names of the persons in a part of IVMS101, as they are written: secondary identifier first. */
function namesIn(party: unknown): string[] {
  if (typeof party !== 'object' || party === null) return []
  const { primaryIdentifier, secondaryIdentifier, legalPersonName } = party as Json
  if (typeof legalPersonName === 'string') return [legalPersonName]
  if (typeof primaryIdentifier === 'string') {
    return [[secondaryIdentifier, primaryIdentifier].filter(Boolean).join(' ')]
  }
  return Object.values(party).flatMap(namesIn)
}

function person(id: unknown, nameOf: NameOf): unknown {
  const name = typeof id === 'string' ? nameOf(id) : undefined
  return name === undefined ? id : `${name} (${id})`
}

function partSection(name: string, part: unknown, nameOf: NameOf): DocumentSection {
  const heading = HEADINGS[name] ?? labelOf(name)
  if (Array.isArray(part)) return listSection(heading, numbered('No.', part, nameOf))
  const isObject = typeof part === 'object' && part !== null
  const rows = isObject ? rowsOf(part, '', nameOf) : [row(heading, part)]
  return fixed(heading, limited(rows, 2 * LIST_ROWS_MAX))
}

function numbered(noun: string, all: readonly Json[], nameOf: NameOf): DocumentItem[] {
  return all.map((each, index) => ({
    title: [`${noun} ${index + 1}`, each.event ?? each.kind ?? each.check ?? each.status, each.at]
      .filter(Boolean)
      .join(' · '),
    rows: rowsOf(each, '', nameOf),
  }))
}

/** All leaves of a value, labelled with the names of the members that lead to them. */
function rowsOf(value: unknown, label: string, nameOf: NameOf): DocumentRow[] {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) {
    return [row(label === '' ? 'Value' : label, person(value, nameOf))]
  }
  const isSingle = Array.isArray(value) && value.length === 1
  return Object.entries(value).flatMap(([name, member]) => {
    const path = isSingle ? label : [label, labelOf(name)].filter(Boolean).join(' › ')
    return rowsOf(member, path.split(' › ').slice(-PATH_MAX).join(' › '), nameOf)
  })
}

/** Turns `requestIdentifier` into `Request identifier`; list positions count from 1. */
function labelOf(name: string): string {
  if (/^\d+$/.test(name)) return String(Number(name) + 1)
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The parties in IVMS101, with one item per person. */
function partyItems(ivms101: unknown): DocumentItem[] {
  if (typeof ivms101 !== 'object' || ivms101 === null) return []
  return Object.entries(ivms101).flatMap(([party, content]) => {
    if (typeof content !== 'object' || content === null)
      return [{ title: labelOf(party), rows: [row('Value', content)] }]
    const lists = Object.entries(content).filter(([name]) => name.endsWith('Persons'))
    const rest = Object.entries(content).filter(([name]) => !name.endsWith('Persons'))
    const persons = lists.flatMap(([, all]) =>
      [all].flat().map((each, index) => ({
        title: `${labelOf(party)} ${index + 1}: ${namesIn(each).join(', ') || 'no name'}`,
        rows: rowsOf(each, '', () => undefined),
      })),
    )
    return rest.length === 0
      ? persons
      : [...persons, { title: labelOf(party), rows: rowsOf(Object.fromEntries(rest), '', () => undefined) }]
  })
}

function checkItems({ cause, by, results, ...rest }: Json, run: number): DocumentItem[] {
  return results.map(({ check, verdict, version, ...result }: Json) => ({
    title: `${check} · version ${version} · ${verdict}`,
    rows: [
      row('Run', [run + 1, cause, by].filter(Boolean).join(' · ')),
      ...(Object.keys(rest).length === 0 ? [] : rowsOf(rest, '', () => undefined)),
      ...rowsOf(result, '', () => undefined),
    ],
  }))
}

function messageItem({ direction, kind, at, requestIdentifier, url, body, response }: Json): DocumentItem {
  return {
    title: `${at} · ${direction} · ${kind}`,
    rows: [
      row('Request identifier', requestIdentifier),
      ...(url === undefined ? [] : [row('Sent to', url)]),
      ...bodyRows('Message', body),
      row('Response', response === undefined ? 'none was received' : `HTTP ${response.status}`),
      ...(response === undefined ? [] : bodyRows('Response', response.body)),
    ],
  }
}

function bodyRows(label: string, body: Json): DocumentRow[] {
  if (body === undefined) return []
  const bytes = Buffer.from(body.text ?? body.base64 ?? '', body.text === undefined ? 'base64' : 'utf8')
  return [
    row(`${label}: bytes`, String(bytes.length)),
    row(`${label}: SHA-256`, createHash('sha256').update(bytes).digest('hex')),
  ]
}

function entryItem({ entry, proof }: Json): DocumentItem {
  const { sequence, at, type, actor, detail, hash } = entry
  const isRead = type === 'personal-data.read'
  return {
    title: `${sequence} · ${at} · ${type}`,
    rows: [
      row(isRead ? 'Read by' : 'By', [actor?.name, `(${actor?.id})`, actor?.type].filter(Boolean).join(' ')),
      ...rowsOf(detail ?? {}, '', () => undefined).filter(({ value }) => value !== 'none'),
      row('Hash', hash),
      row(
        'In the signed log',
        proof === null ? 'not covered by a checkpoint' : `covered by checkpoint ${proof.checkpoint + 1}`,
      ),
    ],
  }
}

/** The items of a list: as many as fit from both ends, at least one from each. */
function listSection(heading: string, all: readonly DocumentItem[]): DocumentSection {
  const items = all.map(({ title, rows }) => ({
    title: cut(title, TITLE_LENGTH_MAX),
    rows: limited(rows, ITEM_ROWS_MAX),
  }))
  if (items.length === 0) return fixed(heading, [row('', 'none')])
  const sizeOf = (item: DocumentItem | undefined) => 1 + (item?.rows.length ?? 0)
  let rows = items.reduce((sum, item) => sum + sizeOf(item), 0)
  if (rows <= LIST_ROWS_MAX) return { heading, items }
  let first = 0
  let last = items.length
  for (rows = 0; first < last; ) {
    const isFirst = first <= items.length - last
    rows += sizeOf(items[isFirst ? first : last - 1])
    if (rows > LIST_ROWS_MAX && last < items.length) break
    if (isFirst) first += 1
    else last -= 1
  }
  const kept = [...items.slice(0, first), ...items.slice(last)]
  return { heading, items: kept, ...(last > first && { omitted: { count: last - first, after: first } }) }
}

function limited(rows: readonly DocumentRow[], max: number): readonly DocumentRow[] {
  if (rows.length <= max) return rows
  return [...rows.slice(0, max), row('More', `${rows.length - max} more facts are in the file`)]
}
