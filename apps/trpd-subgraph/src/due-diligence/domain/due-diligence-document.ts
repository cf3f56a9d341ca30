import { ok, type Result, refuse } from '@travel-rule/service/result'
import { isSingleLine } from '../../foundation/domain/string-format.ts'

/** A document of a due-diligence record, such as a copy of a licence, without its content. */
export interface DueDiligenceDocument {
  readonly id: string
  /** Id of the record. */
  readonly recordId: string
  readonly vaspId: string
  /** Absent once it has been erased. */
  readonly name?: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: Buffer
  /** Subject of the person. */
  readonly addedBy: string
  readonly addedAt: Date
}

/** Maximum size of a document. In Base64, it fits into a request to the gateway. */
export const DOCUMENT_BYTES_MAX = 700_000
/** Maximum number of documents per record. */
export const DOCUMENTS_MAX = 50
const NAME_LENGTH_MAX = 200

/** A document as sent by a client. */
export interface DocumentInput {
  readonly name: string
  readonly mediaType: string
  /** In Base64. */
  readonly content: string
}

/**
 * The name, media type and bytes of a document. Refused with `DUE_DILIGENCE_DOCUMENT_INVALID`, which names
 * the `field`.
 */
export function checkDocument({ name, mediaType, content }: DocumentInput): Result<{
  readonly name: string
  readonly mediaType: string
  readonly content: Buffer
}> {
  if (!isSingleLine(name, NAME_LENGTH_MAX) || /[/\\]/.test(name)) {
    return invalid('name', `must be a file name of 1 to ${NAME_LENGTH_MAX} characters, without slashes.`)
  }
  if (!/^[a-z]{1,20}\/[a-z0-9.+-]{1,100}$/.test(mediaType)) {
    return invalid('mediaType', 'must be a media type without parameters, such as application/pdf.')
  }
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== content) {
    return invalid('content', 'must be Base64, and not empty.')
  }
  if (bytes.length > DOCUMENT_BYTES_MAX) return invalid('content', `must have at most ${DOCUMENT_BYTES_MAX} bytes.`)
  return ok({ name, mediaType, content: bytes })
}

function invalid(field: string, problem: string) {
  return refuse('DUE_DILIGENCE_DOCUMENT_INVALID', `${field} ${problem}`, { field })
}
