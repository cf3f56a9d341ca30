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
    .insertInto('dueDiligenceDocuments')
    .values({
      id,
      recordId,
      nameSealed: key.seal(name, documentContext(id, 'name')),
      mediaType,
      bytes,
      sha256,
      contentSealed: key.seal(content, documentContext(id, 'content')),
      addedBy,
      addedAt,
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
    .where('recordId', 'in', recordIds)
    .orderBy('addedAt')
    .orderBy('dueDiligenceDocuments.id')
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
    .select('contentSealed')
    .where('dueDiligenceDocuments.id', '=', id)
    .executeTakeFirst()
  if (row === undefined || row.contentSealed.length === 0) return undefined
  const { contentSealed, ...document } = row
  const key = await sealer.records.of(db, row.id)
  return {
    document: documentOfRow(document, key),
    content: key.open(contentSealed, documentContext(row.id, 'content')),
  }
}

function selectDocuments(db: Kysely<Tables>) {
  return db
    .selectFrom('dueDiligenceDocuments')
    .innerJoin('dueDiligenceRecords', 'dueDiligenceRecords.id', 'recordId')
    .select([
      'dueDiligenceDocuments.id',
      'recordId',
      'vaspId',
      'nameSealed',
      'mediaType',
      'bytes',
      'sha256',
      'addedBy',
      'addedAt',
    ])
}

type DocumentRow = Omit<Selectable<DueDiligenceDocumentTable>, 'contentSealed'> & { readonly vaspId: string }

function documentOfRow({ nameSealed, ...document }: DocumentRow, key: Sealing): DueDiligenceDocument {
  if (nameSealed.length === 0) return document
  return { ...document, name: key.open(nameSealed, documentContext(document.id, 'name')).toString() }
}

export function documentContext(id: string, part: 'name' | 'content'): string {
  return `due-diligence-document:${id}:${part}`
}
