import { insertDataKey } from '@travel-rule/database/record-keys'
import type { Sealer } from '@travel-rule/database/seal'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DueDiligenceDocumentTable, Tables } from '../../foundation/store/tables.ts'
import type { DueDiligenceDocument } from '../domain/due-diligence-document.ts'

/** Stores a document, sealed with its own data key. */
export async function insertDocument(
  tx: Transaction<Tables>,
  sealer: Sealer,
  document: DueDiligenceDocument & { readonly name: string },
  content: Buffer,
): Promise<void> {
  const { id, recordId, name, mediaType, bytes, sha256, addedBy, addedAt } = document
  const key = await sealer.records.create('DUE_DILIGENCE_DOCUMENT', id)
  await tx
    .with('keyed', () => insertDataKey(key))
    .insertInto('due_diligence_documents')
    .values({
      id,
      record_id: recordId,
      name_sealed: key.seal(name, documentContext(id, 'name')),
      media_type: mediaType,
      bytes,
      sha256,
      content_sealed: key.seal(content, documentContext(id, 'content')),
      added_by: addedBy,
      added_at: addedAt,
    })
    .execute()
}

/** The documents of these records without their content, oldest first, by record id. */
export async function listDocuments(
  db: Kysely<Tables>,
  sealer: Sealer,
  recordIds: readonly string[],
): Promise<Map<string, DueDiligenceDocument[]>> {
  const rows = await selectDocuments(db)
    .where('record_id', 'in', recordIds)
    .orderBy('added_at')
    .orderBy('due_diligence_documents.id')
    .execute()
  const keyOf = await sealer.records.load(
    db,
    rows.map(({ id }) => id),
  )
  return Map.groupBy(
    rows.map((row) => documentOfRow(row, keyOf(row.id))),
    ({ recordId }) => recordId,
  )
}

/** A document with its content. */
export interface DueDiligenceFile {
  readonly document: DueDiligenceDocument
  readonly content: Buffer
}

/** The document with this id; undefined once it has been erased. */
export async function loadFile(db: Kysely<Tables>, sealer: Sealer, id: string): Promise<DueDiligenceFile | undefined> {
  const row = await selectDocuments(db)
    .select('content_sealed')
    .where('due_diligence_documents.id', '=', id)
    .executeTakeFirst()
  if (row === undefined || row.content_sealed.length === 0) return undefined
  const key = await sealer.records.of(db, row.id)
  return {
    document: documentOfRow(row, key),
    content: key.open(row.content_sealed, documentContext(row.id, 'content')),
  }
}

function selectDocuments(db: Kysely<Tables>) {
  return db
    .selectFrom('due_diligence_documents')
    .innerJoin('due_diligence_records', 'due_diligence_records.id', 'record_id')
    .select([
      'due_diligence_documents.id',
      'record_id',
      'vasp_id',
      'name_sealed',
      'media_type',
      'bytes',
      'sha256',
      'added_by',
      'added_at',
    ])
}

type DocumentRow = Omit<Selectable<DueDiligenceDocumentTable>, 'content_sealed'> & { readonly vasp_id: string }

function documentOfRow(row: DocumentRow, key: Sealing): DueDiligenceDocument {
  const { id, name_sealed: sealed } = row
  return {
    id,
    recordId: row.record_id,
    vaspId: row.vasp_id,
    ...(sealed.length === 0 ? {} : { name: key.open(sealed, documentContext(id, 'name')).toString() }),
    mediaType: row.media_type,
    bytes: row.bytes,
    sha256: row.sha256,
    addedBy: row.added_by,
    addedAt: row.added_at,
  }
}

export function documentContext(id: string, part: 'name' | 'content'): string {
  return `due-diligence-document:${id}:${part}`
}
