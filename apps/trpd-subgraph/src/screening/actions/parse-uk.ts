import {
  cleanIdentifiers,
  cleanName,
  type ListEntry,
  type ListedName,
  type MalformedRow,
  type ParsedList,
  parseBirthYears,
  parseIsoDate,
  parseWallets,
  withIdentifiers,
} from '../domain/list-entry.ts'
import { childText, descendants, ListFileError, readElements, readRows, type XmlElement } from './read-records.ts'

type Text = AsyncIterable<string>

/** Given names first and the family name last, the order of the columns. */
const NAME_PARTS = ['name1', 'name2', 'name3', 'name4', 'name5', 'name6'] as const

/** The UK Sanctions List as XML. */
export async function parseUkXml(text: Text): Promise<ParsedList> {
  const entries: ListEntry[] = []
  const malformed: MalformedRow[] = []
  let publishedOn: string | undefined
  let row = 0
  await readElements(text, new Set(['Designation', 'DateGenerated']), (element) => {
    if (element.name === 'DateGenerated') {
      publishedOn = parseDayFirst(element.text) ?? parseIsoDate(element.text)
      return
    }
    row += 1
    const id = childText(element, 'UniqueID')
    const names = [
      ...descendants(element, 'Name').flatMap(ukName),
      ...descendants(element, 'NameNonLatinScript').flatMap((name) => toName(name.text, false)),
    ]
    if (!id || names.length === 0) {
      malformed.push({ row, reason: 'a Designation without UniqueID or name' })
      return
    }
    entries.push({
      id,
      kind: childText(element, 'IndividualEntityShip') === 'Individual' ? 'PERSON' : 'ORGANISATION',
      names: strongFirst(names),
      birthYears: parseBirthYears(descendants(element, 'DOB').map((date) => date.text)),
      wallets: parseWallets(childText(element, 'OtherInformation') ?? ''),
      programs: [childText(element, 'RegimeName') ?? ''].filter(Boolean),
      ...withIdentifiers(
        cleanIdentifiers(UK_NUMBERS.flatMap((title) => descendants(element, title)).map(({ text }) => text)),
      ),
    })
  })
  return { list: 'UK', publishedOn, entries, malformed }
}

/** XML elements with official numbers; the CSV has columns with these titles. */
const UK_NUMBERS = ['PassportNumber', 'NationalIdentifierNumber', 'BusinessRegistrationNumber'] as const

/** The UK Sanctions List as CSV: a line with the report date, a header, and one row per name. */
export async function parseUkCsv(text: Text): Promise<ParsedList> {
  const drafts = new Map<string, Draft>()
  const malformed: MalformedRow[] = []
  let columns: ReadonlyMap<string, number> | undefined
  let publishedOn: string | undefined
  const lastColumns = await readRows(text, (row, number) => {
    if (!columns) {
      publishedOn ??= parseUkDate(row.join(' '))
      const header = new Map(row.map((title, at) => [columnKey(title), at]))
      if (header.has('uniqueid') && header.has('name6')) columns = header
      return
    }
    const field: Field = (title) => row[columns?.get(title) ?? -1]
    const id = cleanName(field('uniqueid'))
    const names = [
      ...toName(NAME_PARTS.map((part) => field(part) ?? '').join(' '), isWeakAlias(field('aliasstrength'))),
      ...toName(field('namenonlatinscript') ?? '', false),
    ]
    if (!id || names.length === 0 || row.length < columns.size) {
      malformed.push({ row: number, reason: 'no unique ID, no name, or too few columns' })
      return
    }
    const draft = drafts.get(id) ?? openDraft(field)
    drafts.set(id, draft)
    addRow(draft, names, field)
  })
  if (!columns) throw new ListFileError('LIST_FORMAT', 'has no header with Unique ID and Name 6')
  if (lastColumns < columns.size) throw new ListFileError('LIST_TRUNCATED', 'ends inside a row')
  const entries = [...drafts].map(([id, draft]) => entryOf(id, draft))
  return { list: 'UK', publishedOn, entries, malformed }
}

/** The value of a column of one row, by its key. */
type Field = (title: string) => string | undefined

/** An entry of the CSV, from its rows so far. */
interface Draft {
  readonly kind: ListEntry['kind']
  readonly names: ListedName[]
  readonly dates: string[]
  readonly programs: Set<string>
  readonly numbers: string[]
  remarks: string
}

function openDraft(field: Field): Draft {
  const type = field('designationtype') ?? field('individualentityship')
  const kind = type?.trim() === 'Individual' ? 'PERSON' : 'ORGANISATION'
  return { kind, names: [], dates: [], programs: new Set(), numbers: [], remarks: '' }
}

function addRow(draft: Draft, names: readonly ListedName[], field: Field): void {
  draft.names.push(...names)
  draft.dates.push(field('dob') ?? '')
  draft.remarks += ` ${field('otherinformation') ?? ''}`
  draft.numbers.push(...UK_NUMBERS.map((title) => field(title.toLowerCase()) ?? ''))
  const regime = cleanName(field('regimename'))
  if (regime) draft.programs.add(regime)
}

function entryOf(id: string, { kind, names, dates, programs, numbers, remarks }: Draft): ListEntry {
  return {
    id,
    kind,
    names: strongFirst(names),
    birthYears: parseBirthYears(dates),
    wallets: parseWallets(remarks),
    programs: [...programs],
    ...withIdentifiers(cleanIdentifiers(numbers)),
  }
}

function strongFirst(names: readonly ListedName[]): ListedName[] {
  return names.toSorted((one, other) => Number(one.isWeak) - Number(other.isWeak))
}

function ukName(element: XmlElement): ListedName[] {
  const parts = new Map(element.children.map((child) => [columnKey(child.name), child.text]))
  return toName(NAME_PARTS.map((part) => parts.get(part) ?? '').join(' '), isWeakAlias(parts.get('aliasstrength')))
}

function toName(text: string, isWeak: boolean): ListedName[] {
  const name = cleanName(text)
  return name ? [{ name, isWeak }] : []
}

/** The strength is often blank, which counts as strong. */
function isWeakAlias(strength: string | undefined): boolean {
  return /low quality|weak/i.test(strength ?? '')
}

/** The key of a column: `Name 6` becomes `name6`, `D.O.B` becomes `dob`. */
function columnKey(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** `19/11/2026` as `2026-11-19`. */
function parseDayFirst(date: string): string | undefined {
  const parts = /^\s*(\d{2})\/(\d{2})\/(\d{4})/.exec(date)
  return parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `Report Date: 19-Nov-2026` as `2026-11-19`. */
function parseUkDate(line: string): string | undefined {
  const parts = /(\d{1,2})-([A-Za-z]{3})[a-z]*-(\d{4})/.exec(line)
  const month = MONTHS.indexOf(parts?.[2]?.toLowerCase() ?? '') + 1
  return parts && month > 0 ? `${parts[3]}-${String(month).padStart(2, '0')}-${parts[1]?.padStart(2, '0')}` : undefined
}
