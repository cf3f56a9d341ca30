import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { checkDocument, DOCUMENTS_MAX, type DocumentInput } from '../domain/due-diligence-document.ts'
import { insertDocument, listDocuments } from '../store/due-diligence-documents.ts'
import { lockRecord } from './erase-due-diligence.ts'

/**
 * Adds a document to a record of due diligence. Adding the same content again changes nothing.
 *
 * Refused with `DUE_DILIGENCE_NOT_FOUND`, `DUE_DILIGENCE_ERASED`, `DUE_DILIGENCE_DOCUMENT_INVALID` and
 * `DUE_DILIGENCE_DOCUMENTS_TOO_MANY`.
 */
export async function addDueDiligenceDocument(
  service: WorkPorts,
  recordId: string,
  input: DocumentInput,
  actor: Actor,
): Promise<Result<Vasp>> {
  const checked = checkDocument(input)
  if (!checked.ok) return checked
  const { name, mediaType, content } = checked.value
  const sha256 = createHash('sha256').update(content).digest()
  return inTransaction(service, async ({ tx, record: publish, now, sealer }) => {
    const found = await lockRecord(tx, recordId)
    if (!found.ok) return found
    const { vasp, record } = found.value
    if (record.erasedAt !== undefined) {
      return refuse('DUE_DILIGENCE_ERASED', 'The record was erased: record due diligence again.')
    }
    const documents = (await listDocuments(tx, sealer, [record.id])).get(record.id) ?? []
    if (documents.some((other) => other.sha256.equals(sha256))) return ok(vasp)
    if (documents.length >= DOCUMENTS_MAX) {
      return refuse(
        'DUE_DILIGENCE_DOCUMENTS_TOO_MANY',
        `The record has ${DOCUMENTS_MAX} documents, and accepts no more.`,
      )
    }
    const document = {
      id: randomUUID(),
      recordId: record.id,
      vaspId: vasp.id,
      name,
      mediaType,
      bytes: content.length,
      sha256,
      addedBy: actor.id,
      addedAt: now(),
    }
    await insertDocument(tx, sealer, document, content)
    publish({
      type: 'vasp.due_diligence_document_added',
      subject: { type: 'vasp', id: vasp.id },
      actor,
      at: document.addedAt,
      detail: {
        version: vasp.version,
        dueDiligence: record.id,
        document: document.id,
        mediaType,
        bytes: document.bytes,
      },
    })
    return ok(vasp)
  })
}
