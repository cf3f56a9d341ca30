import {
  cleanIdentifiers,
  cleanName,
  isOfficialNumber,
  type ListEntry,
  type ListedName,
  type MalformedRow,
  type ParsedList,
  parseBirthYears,
  parseIdentifiers,
  parseWallets,
  withIdentifiers,
} from '../domain/list-entry.ts'
import { childText, descendants, ListFileError, readElements, readRows, type XmlElement } from './read-records.ts'

type Text = AsyncIterable<string>

/** Columns of `sdn.csv`, which has no header. */
const SDN_COLUMNS = 12
/** Columns of `alt.csv`: entry, alias, type, name, remarks. */
const ALT_COLUMNS = 5
/** Columns of `sdn_comments.csv`: entry, remarks. */
const COMMENTS_COLUMNS = 2

/**
 * OFAC's SDN list as CSV: `sdn.csv`, the aliases in `alt.csv`, and remarks that continue in
 * `sdn_comments.csv`.
 *
 * Weak aliases and wallets occur only in the remarks: `a.k.a. 'X'` in quotes is weak. Source: OFAC, SDN data
 * specification; FAQ 124.
 */
export async function parseOfacCsv(files: { sdn: Text; alt: Text; comments: Text }): Promise<ParsedList> {
  const malformed: MalformedRow[] = []
  const aliases = new Map<string, ListedName[]>()
  const comments = new Map<string, string>()
  const commentsColumns = await readRows(files.comments, ([id = '', remarks = '']) => {
    comments.set(id.trim(), `${comments.get(id.trim()) ?? ''}${remarks}`)
  })
  checkEnd('sdn_comments.csv', commentsColumns, COMMENTS_COLUMNS)
  const altColumns = await readRows(files.alt, (row, number) => {
    const name = cleanName(row[3])
    if (row.length !== ALT_COLUMNS || !name) malformed.push({ row: number, reason: 'alt.csv: not an alias' })
    else appendTo(aliases, (row[0] ?? '').trim(), { name, isWeak: false })
  })
  checkEnd('alt.csv', altColumns, ALT_COLUMNS)
  const entries: ListEntry[] = []
  const sdnColumns = await readRows(files.sdn, (row, number) => {
    const [id = '', name, type = '', program = ''] = row.map((field) => field.trim())
    const primary = cleanName(name)
    if (row.length !== SDN_COLUMNS || !/^\d+$/.test(id) || !primary) {
      malformed.push({ row: number, reason: `sdn.csv: ${row.length} columns instead of ${SDN_COLUMNS}, or no name` })
      return
    }
    const remarks = `${row[11] ?? ''}${comments.get(id) ?? ''}`
    entries.push({
      id,
      kind: type === 'individual' ? 'PERSON' : 'ORGANISATION',
      names: [{ name: primary, isWeak: false }, ...(aliases.get(id) ?? []), ...weakAliases(remarks)],
      birthYears: parseBirthYears([...remarks.matchAll(/\bDOB ([^;.]+)/g)].map(([, date = '']) => date)),
      wallets: parseWallets(remarks),
      programs: program.split(/[\][;]+/).flatMap((part) => cleanName(part) ?? []),
      ...withIdentifiers(parseIdentifiers(remarks)),
    })
  })
  if (sdnColumns > 0 && sdnColumns < SDN_COLUMNS) throw new ListFileError('LIST_TRUNCATED', 'ends inside a row')
  return { list: 'OFAC_SDN', entries, malformed }
}

/** OFAC's companion files are never empty: an empty one is a failed download. */
function checkEnd(file: string, lastColumns: number, columns: number): void {
  if (lastColumns === 0) throw new ListFileError('LIST_INCOMPLETE', `has an empty ${file} beside it`)
  if (lastColumns < columns) throw new ListFileError('LIST_TRUNCATED', `has a ${file} beside it that ends inside a row`)
}

/** OFAC's SDN list as `sdn.xml`, which marks weak aliases and has wallets as identifiers or in remarks. */
export async function parseOfacXml(text: Text): Promise<ParsedList> {
  const entries: ListEntry[] = []
  const malformed: MalformedRow[] = []
  let publishedOn: string | undefined
  let row = 0
  await readElements(text, new Set(['sdnEntry', 'publshInformation']), (element) => {
    if (element.name === 'publshInformation') {
      publishedOn = parseUsDate(childText(element, 'Publish_Date'))
      return
    }
    row += 1
    const id = childText(element, 'uid')
    const primary = nameOf(element)
    if (!id || !primary) {
      malformed.push({ row, reason: 'an sdnEntry without uid or lastName' })
      return
    }
    const aliases = descendants(element, 'aka').flatMap((aka): ListedName[] => {
      const name = nameOf(aka)
      return name ? [{ name, isWeak: childText(aka, 'category') === 'weak' }] : []
    })
    entries.push({
      id,
      kind: childText(element, 'sdnType') === 'Individual' ? 'PERSON' : 'ORGANISATION',
      names: [{ name: primary, isWeak: false }, ...aliases],
      birthYears: parseBirthYears(descendants(element, 'dateOfBirth').map((date) => date.text)),
      wallets: [
        ...descendants(element, 'id').flatMap((one) =>
          parseWallets(`${childText(one, 'idType') ?? ''} ${childText(one, 'idNumber') ?? ''}`),
        ),
        ...parseWallets(childText(element, 'remarks') ?? ''),
      ],
      programs: descendants(element, 'program').map((program) => program.text.trim()),
      ...withIdentifiers(
        cleanIdentifiers(
          descendants(element, 'id')
            .filter((one) => isOfficialNumber(childText(one, 'idType') ?? ''))
            .map((one) => childText(one, 'idNumber')),
        ),
      ),
    })
  })
  return { list: 'OFAC_SDN', publishedOn, entries, malformed }
}

function nameOf(element: XmlElement): string | undefined {
  return cleanName(`${childText(element, 'firstName') ?? ''} ${childText(element, 'lastName') ?? ''}`)
}

function weakAliases(remarks: string): ListedName[] {
  return [...remarks.matchAll(/\b[afn]\.k\.a\. '(.{2,200}?)'(?=[;.]|\s*$)/g)].flatMap(([, alias]) => {
    const name = cleanName(alias)
    return name ? [{ name, isWeak: true }] : []
  })
}

function appendTo(map: Map<string, ListedName[]>, id: string, name: ListedName): void {
  const names = map.get(id)
  if (names) names.push(name)
  else map.set(id, [name])
}

/** `11/20/2026` as `2026-11-20`. */
function parseUsDate(date: string | undefined): string | undefined {
  const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(date ?? '')
  return parts ? `${parts[3]}-${parts[1]}-${parts[2]}` : undefined
}
