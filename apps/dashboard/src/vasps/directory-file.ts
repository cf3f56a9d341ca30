import type { DirectoryFormat } from '../api/operations.generated.ts'

/** Maximum number of VASPs per import. */
export const IMPORT_VASPS_MAX = 500
/** Maximum size of an imported file. */
export const IMPORT_BYTES_MAX = 500_000

/** The file to import, in the form of the API's input. */
export interface DirectoryFile {
  readonly name: string
  readonly format: DirectoryFormat
  readonly content: string
}

/** Reasons why a file cannot be imported. */
export type FileProblem = 'TOO_LARGE' | 'NOT_UTF8'

/** Joins the parts of the directory, in order, to one file. */
export function joinParts(parts: readonly string[], format: DirectoryFormat): string {
  if (format === 'JSON') return JSON.stringify(parts.flatMap(vaspsOf), undefined, 2)
  const rows = parts.map((part, index) => (index === 0 ? part : part.slice(part.indexOf('\r\n') + 2)))
  return rows.join('')
}

/** Reads a file selected by a person. A CSV header never begins like JSON. */
export async function readDirectoryFile(file: File): Promise<DirectoryFile | FileProblem> {
  if (file.size > IMPORT_BYTES_MAX) return 'TOO_LARGE'
  let content: string
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return 'NOT_UTF8'
  }
  return { name: file.name, format: /^\s*[[{]/.test(content) ? 'JSON' : 'CSV', content }
}

function vaspsOf(part: string): readonly unknown[] {
  const vasps: unknown = JSON.parse(part)
  if (!Array.isArray(vasps)) throw new Error('the part of the directory is not a list')
  return vasps
}
