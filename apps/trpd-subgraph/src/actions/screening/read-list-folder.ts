import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListName, ParsedList } from '../../domain/screening/list-entry.ts'
import { parseEuXml, parseUnXml } from './parse-eu-and-un.ts'
import { parseOfacCsv, parseOfacXml } from './parse-ofac.ts'
import { parseUkCsv, parseUkXml } from './parse-uk.ts'
import { ListFileError, readText } from './read-records.ts'

/** A list in a folder, not read yet. */
export interface ListFile {
  readonly list: ListName
  /** The file, without the folder. */
  readonly file: string
  readonly isUnsupported?: boolean
  read(): Promise<ParsedList & { readonly sha256: Buffer }>
}

export interface ListFolder {
  readonly lists: readonly ListFile[]
  /** Files that belong to no known list. */
  readonly ignored: readonly string[]
}

/** Bytes at the start of a file that show what it is. */
const HEAD_BYTES = 8_192
const FILES_MAX = 200
/** Part of a file's digest, so that an unchanged file is read again when more is read of it. */
const READER_VERSION = '2'

/** Root elements of the lists that are published as XML. */
const XML_ROOTS: Readonly<Record<string, readonly [ListName, (text: AsyncIterable<string>) => Promise<ParsedList>]>> = {
  sdnList: ['OFAC_SDN', parseOfacXml],
  export: ['EU_FSF', parseEuXml],
  CONSOLIDATED_LIST: ['UN', parseUnXml],
  Designations: ['UK', parseUkXml],
}

/** Root elements of other forms of the SDN list: `sdn_advanced.xml` and `sdn_enhanced.xml`. */
const UNSUPPORTED_ROOTS: readonly string[] = ['Sanctions', 'sanctionsData']
const UNSUPPORTED =
  'is in a form that is not read: provide sdn.xml, or sdn.csv with alt.csv and sdn_comments.csv, instead'

/**
 * The lists in `folder`, told by their content. XML is preferred to CSV, because it has more: OFAC's
 * marks weak aliases. A list that is there in an unsupported form only cannot be read.
 */
export async function openListFolder(folder: string): Promise<ListFolder> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .slice(0, FILES_MAX)
  const found = new Map<ListName, ListFile>()
  const ignored: string[] = []
  const unsupported: ListFile[] = []
  const companions = new Map(names.map((name) => [name.toLowerCase(), name]))
  for (const file of names) {
    const list = await recognise(folder, file, companions)
    if (list === 'COMPANION') continue
    if (list?.isUnsupported) unsupported.push(list)
    else if (!list || (found.has(list.list) && !isXml(file))) ignored.push(file)
    else found.set(list.list, list)
  }
  for (const list of unsupported) {
    if (found.has(list.list)) ignored.push(list.file)
    else found.set(list.list, list)
  }
  return { lists: [...found.values()], ignored }
}

async function recognise(
  folder: string,
  file: string,
  companions: ReadonlyMap<string, string>,
): Promise<ListFile | 'COMPANION' | undefined> {
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
  if (!head.trimStart().startsWith('<')) {
    const isUk = /unique id/i.test(head) && /name 6/i.test(head)
    return isUk ? listFile('UK', file, (read) => parseUkCsv(read(file))) : undefined
  }
  const root = /<(?:\w+:)?(\w+)[\s>]/.exec(head.replace(/<[?!][^>]*>/g, ''))?.[1] ?? ''
  if (UNSUPPORTED_ROOTS.includes(root) && /sdn/i.test(file)) {
    const read = () => Promise.reject(new ListFileError('LIST_UNSUPPORTED', UNSUPPORTED))
    return { list: 'OFAC_SDN', file, isUnsupported: true, read }
  }
  const known = XML_ROOTS[root]
  return known && listFile(known[0], file, (read) => known[1](read(file)))

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

function isXml(file: string): boolean {
  return file.toLowerCase().endsWith('.xml')
}
