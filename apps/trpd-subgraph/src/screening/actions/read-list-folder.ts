import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListName, ParsedList } from '../domain/list-entry.ts'
import { parseEuXml, parseUnXml } from './parse-eu-and-un.ts'
import { parseOfacCsv, parseOfacXml } from './parse-ofac.ts'
import { parseFollowTheMoney, parseOpenSanctionsCsv } from './parse-opensanctions.ts'
import { parseUkCsv, parseUkXml } from './parse-uk.ts'
import { HTML_REASON, isHtml, ListFileError, readText } from './read-records.ts'

/** A list in a folder, not yet read. */
export interface ListFile {
  readonly list: ListName
  /** The file name, without the folder. */
  readonly file: string
  readonly isUnsupported?: boolean
  read(): Promise<ParsedList & { readonly sha256: Buffer }>
}

/** A file that should be a list, and what it is instead. */
export interface RefusedFile {
  readonly file: string
  readonly code: ListFileError['code']
  /** A clause that follows the name of the file. */
  readonly reason: string
}

export interface ListFolder {
  readonly lists: readonly ListFile[]
  /** Files that should be lists but are something else, and whose names match no list. */
  readonly refused: readonly RefusedFile[]
  /** Files that belong to no known list. */
  readonly ignored: readonly string[]
}

/** Number of bytes at the start of a file that are used to detect its format. */
const HEAD_BYTES = 8_192
const FILES_MAX = 200
/** Part of a file's digest. Increase it when the readers extract more, so that unchanged files are read again. */
const READER_VERSION = '2'

/** Root elements of the lists published as XML. */
const XML_ROOTS: Readonly<Record<string, readonly [ListName, (text: AsyncIterable<string>) => Promise<ParsedList>]>> = {
  sdnList: ['OFAC_SDN', parseOfacXml],
  export: ['EU_FSF', parseEuXml],
  CONSOLIDATED_LIST: ['UN', parseUnXml],
  Designations: ['UK', parseUkXml],
}

/** Root elements of unsupported forms of the SDN list: `sdn_advanced.xml` and `sdn_enhanced.xml`. */
const UNSUPPORTED_ROOTS: readonly string[] = ['Sanctions', 'sanctionsData']
const UNSUPPORTED =
  'is in a form that is not read: provide sdn.xml, or sdn.csv with alt.csv and sdn_comments.csv, instead'

/**
 * The lists in `folder`, identified by content. XML is preferred to CSV because it contains more: OFAC's XML
 * marks weak aliases. A list that is present only in an unsupported form cannot be read.
 */
export async function openListFolder(folder: string): Promise<ListFolder> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .slice(0, FILES_MAX)
  const found = new Map<ListName, ListFile>()
  const ignored: string[] = []
  const others: RefusedFile[] = []
  const unsupported: ListFile[] = []
  const companions = new Map(names.map((name) => [name.toLowerCase(), name]))
  for (const file of names) {
    const list = await recognise(folder, file, companions)
    if (list === 'COMPANION') continue
    if (list === undefined) ignored.push(file)
    else if ('code' in list) others.push(list)
    else if (list.isUnsupported) unsupported.push(list)
    else if (found.has(list.list) && isCsv(file)) ignored.push(file)
    else replace(list)
  }
  for (const list of unsupported) {
    if (found.has(list.list)) ignored.push(list.file)
    else found.set(list.list, list)
  }
  const refused: RefusedFile[] = []
  for (const other of others) {
    const { file, code, reason } = other
    const list = listNamedBy(file)
    if (list === undefined) refused.push(other)
    else if (found.has(list)) ignored.push(file)
    else found.set(list, { list, file, read: () => Promise.reject(new ListFileError(code, reason)) })
  }
  return { lists: [...found.values()], refused, ignored }

  /** Of two files with the same list, the later one is read; the other is ignored. */
  function replace(list: ListFile): void {
    const former = found.get(list.list)
    if (former !== undefined) ignored.push(former.file)
    found.set(list.list, list)
  }
}

async function recognise(
  folder: string,
  file: string,
  companions: ReadonlyMap<string, string>,
): Promise<ListFile | RefusedFile | 'COMPANION' | undefined> {
  if (['alt.csv', 'add.csv', 'sdn_comments.csv'].includes(file.toLowerCase())) return 'COMPANION'
  if (file.toLowerCase() === 'sdn.csv') {
    return listFile('OFAC_SDN', file, async (read) => {
      const alt = companions.get('alt.csv')
      const comments = companions.get('sdn_comments.csv')
      if (!alt || !comments)
        throw new ListFileError('LIST_INCOMPLETE', `has no ${alt ? 'sdn_comments.csv' : 'alt.csv'} beside it`)
      return parseOfacCsv({ sdn: read(file), alt: read(alt), comments: read(comments) })
    })
  }
  const head = await readHead(join(folder, file))
  if (isHtml(head)) return { file, code: 'LIST_HTML', reason: HTML_REASON }
  if (!head.trimStart().startsWith('<')) {
    if (/unique id/i.test(head) && /name 6/i.test(head)) return listFile('UK', file, (read) => parseUkCsv(read(file)))
    if (/^"?id"?,"?schema"?,/.test(head))
      return listFile('OPENSANCTIONS', file, (read) => parseOpenSanctionsCsv(read(file)))
    if (/^\s*\{/.test(head) && /"schema"\s*:/.test(head) && /"properties"\s*:/.test(head))
      return listFile('OPENSANCTIONS', file, (read) => parseFollowTheMoney(read(file)))
    if (!mayBeList(file)) return undefined
    return { file, code: 'LIST_FORMAT', reason: `is ${describeHead(head)}, and no list that is read` }
  }
  const root = /<(?:\w+:)?(\w+)[\s>]/.exec(head.replace(/<[?!][^>]*>/g, ''))?.[1] ?? ''
  if (UNSUPPORTED_ROOTS.includes(root) && /sdn/i.test(file)) {
    const read = () => Promise.reject(new ListFileError('LIST_UNSUPPORTED', UNSUPPORTED))
    return { list: 'OFAC_SDN', file, isUnsupported: true, read }
  }
  const known = XML_ROOTS[root]
  if (known !== undefined) return listFile(known[0], file, (read) => known[1](read(file)))
  const reason = `is XML of another kind, with the root element ${root.slice(0, 40) || '(none)'}`
  return { file, code: 'LIST_FORMAT', reason }

  function listFile(
    list: ListName,
    name: string,
    parse: (read: (file: string) => AsyncIterable<string>) => Promise<ParsedList>,
  ): ListFile {
    return {
      list,
      file: name,
      async read() {
        const hash = createHash('sha256').update(READER_VERSION)
        const parsed = await parse((one) => readText(hashed(createReadStream(join(folder, one)), hash)))
        return { ...parsed, sha256: hash.digest() }
      },
    }
  }
}

async function* hashed(
  chunks: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

async function readHead(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.toString('latin1', 0, bytesRead).replace(/^\u00ef\u00bb\u00bf/, '')
}

/** The other forms published by OFAC and OpenSanctions contain more than their CSV. */
function isCsv(file: string): boolean {
  return file.toLowerCase().endsWith('.csv')
}

/** True if a file may be intended as a list, rather than notes or a checksum. */
function mayBeList(file: string): boolean {
  return /\.(?:xml|csv|json|jsonl|ndjson|zip|gz|xlsx?|ods|pdf)$/i.test(file)
}

/** Leading bytes, in Latin-1, of other files that publishers offer beside the lists. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['PK\u0003\u0004', 'a ZIP archive or a spreadsheet'],
  ['\u001f\u008b', 'compressed with gzip'],
  ['%PDF', 'a PDF document'],
  ['\u00d0\u00cf\u0011\u00e0', 'a spreadsheet'],
]

/** What a file looks like, judged by its leading bytes; completes a sentence after "is". */
function describeHead(head: string): string {
  const signature = SIGNATURES.find(([start]) => head.startsWith(start))
  if (signature !== undefined) return signature[1]
  const [first = ''] = head.trimStart().split('\n')
  if (first === '') return 'empty'
  if (/^[{[]/.test(first)) return 'JSON of another kind'
  const columns = first.split(',')
  return columns.length > 2 ? `a table of another kind, with ${columns.length} columns` : 'text of another kind'
}

/** The list that a file should contain, judged by its name. */
function listNamedBy(file: string): ListName | undefined {
  return FILE_NAMES.find(([pattern]) => pattern.test(file))?.[1]
}

const FILE_NAMES: readonly (readonly [RegExp, ListName])[] = [
  [/sdn|ofac/i, 'OFAC_SDN'],
  [/targets\.(?:simple|nested)|\.ftm\.|opensanctions/i, 'OPENSANCTIONS'],
  [/fsf|^eu\b|full.?sanctions?.?list/i, 'EU_FSF'],
  [/^un\b|consolidated/i, 'UN'],
  [/^uk\b|uk.?sanctions/i, 'UK'],
]
