import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { listVaspsById } from '../../vasps/store/vasps.ts'
import { type DirectoryFormat, encodeDirectory, rowOfVasp } from '../domain/vasp-directory.ts'

/** A part of the VASP directory. */
export interface VaspDirectoryPart {
  readonly content: string
  readonly vasps: number
  /** Cursor of the next part; undefined in the last one. */
  readonly next: string | undefined
}

/** A part of the VASP directory as a document for `importVasps`. Refused with `VASP_CURSOR_INVALID`. */
export async function exportVasps(
  { database }: Ports<'database'>,
  {
    format,
    limit,
    after,
  }: { readonly format: DirectoryFormat; readonly limit: number; readonly after: string | undefined },
): Promise<Result<VaspDirectoryPart>> {
  if (after !== undefined && !isUuid(after)) {
    return refuse('VASP_CURSOR_INVALID', 'after must be the next of an earlier part.')
  }
  const found = await listVaspsById(database.db, { after, limit: limit + 1 })
  const vasps = found.slice(0, limit)
  const next = found.length > limit ? vasps.at(-1)?.id : undefined
  return ok({ content: encodeDirectory(vasps.map(rowOfVasp), format), vasps: vasps.length, next })
}
