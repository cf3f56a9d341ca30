import { randomUUID } from 'node:crypto'
import { runInSlices } from '@travel-rule/database/run-in-slices'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import {
  checkCustomerReference,
  customerFingerprint,
  shareCustomer,
} from '../../customers/actions/customer-reference.ts'
import { type Ports, secondsAfter, type WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { isSingleLine, isUuid } from '../../foundation/domain/string-format.ts'
import * as stored from '../store/transfer-drafts.ts'

/** A draft to save. Without an id it is a new draft. */
export interface TransferDraftInput {
  readonly id?: string | undefined
  /** The version that the person edited. */
  readonly version?: number | undefined
  readonly name: string
  readonly content: string
  readonly customerReference?: string | undefined
}

/** A draft expires this long after its last change. */
const KEPT_SECONDS = 30 * 86_400
/** Maximum number of drafts per person. */
const DRAFTS_MAX = 50
const NAME_LENGTH_MAX = 100
const CONTENT_BYTES_MAX = 100_000
const PRUNE_MAX = 1_000
const SLICES_MAX = 20

/** When a draft last changed at `updatedAt` expires. */
export function endOfDraft({ updatedAt }: stored.TransferDraft): Date {
  return secondsAfter(updatedAt, KEPT_SECONDS)
}

/** The person's drafts, most recently changed first. */
export function listTransferDrafts(
  { database: { db }, sealer, now }: Ports<'database' | 'now' | 'sealer'>,
  person: string,
): Promise<stored.TransferDraft[]> {
  return stored.listTransferDrafts(db, sealer, { person, since: secondsAfter(now(), -KEPT_SECONDS) })
}

/**
 * Stores a new draft or changes an existing one of the person.
 *
 * Refused with `TRANSFER_DRAFT_INVALID`, `TRANSFER_DRAFT_NOT_FOUND`, `TRANSFER_DRAFT_CHANGED`,
 * `TRANSFER_DRAFTS_TOO_MANY` and `CUSTOMER_REFERENCE_INVALID`.
 */
export async function saveTransferDraft(
  service: WorkPorts,
  person: string,
  input: TransferDraftInput,
): Promise<Result<stored.TransferDraft>> {
  const { content, version } = input
  const id = input.id?.toLowerCase()
  const name = input.name.trim()
  if (!isSingleLine(name, NAME_LENGTH_MAX)) {
    return invalid('name', `name must have 1 to ${NAME_LENGTH_MAX} characters on one line.`)
  }
  if (!isJson(content))
    return invalid('content', `content must be JSON of at most ${CONTENT_BYTES_MAX.toLocaleString('en')} bytes.`)
  if ((id === undefined) !== (version === undefined)) {
    return invalid('version', 'version is that of the draft with the given id; a new draft has neither.')
  }
  const reference =
    input.customerReference === undefined ? ok(undefined) : checkCustomerReference(input.customerReference)
  if (!reference.ok) return reference
  const { sealer } = service
  return inTransaction<stored.TransferDraft>(service, async (work) => {
    await shareCustomer(work, reference.value)
    await stored.lockTransferDrafts(work.tx, person)
    const at = work.now()
    const drafts = await stored.listTransferDrafts(work.tx, sealer, { person, since: secondsAfter(at, -KEPT_SECONDS) })
    const known = drafts.find((draft) => draft.id === id)
    if (id !== undefined && known === undefined) return NOT_FOUND
    if (known !== undefined && known.version !== version) {
      return refuse('TRANSFER_DRAFT_CHANGED', 'This draft was changed elsewhere: open it again, or save a new draft.', {
        field: 'version',
      })
    }
    if (known === undefined && drafts.length >= DRAFTS_MAX) {
      return refuse('TRANSFER_DRAFTS_TOO_MANY', `A person can save ${DRAFTS_MAX} drafts: delete one first.`)
    }
    const draft = { id: known?.id ?? randomUUID(), version: (version ?? 0) + 1, name, content, updatedAt: at }
    const fingerprint = reference.value === undefined ? Buffer.alloc(0) : customerFingerprint(work, reference.value)
    await stored.saveTransferDraft(work.tx, sealer, draft, { person, customerFingerprint: fingerprint })
    return ok(draft)
  })
}

/** Deletes a draft of the person. Refused with `TRANSFER_DRAFT_NOT_FOUND`. */
export async function deleteTransferDraft(
  { database: { db } }: Ports<'database'>,
  person: string,
  id: string,
): Promise<Result<string>> {
  const isDeleted = isUuid(id) && (await stored.deleteTransferDraft(db, { person, id: id.toLowerCase() }))
  return isDeleted ? ok(id.toLowerCase()) : NOT_FOUND
}

/** Deletes expired drafts. */
export async function forgetDrafts({ database, now }: Ports<'database' | 'now'>): Promise<void> {
  const before = secondsAfter(now(), -KEPT_SECONDS)
  await runInSlices(database, { size: PRUNE_MAX, slicesMax: SLICES_MAX }, (tx) =>
    stored.pruneTransferDrafts(tx, { before, max: PRUNE_MAX }),
  )
}

const NOT_FOUND = refuse('TRANSFER_DRAFT_NOT_FOUND', 'You have no draft with this id; it may have ended.')

function invalid(field: string, message: string): Result<never> {
  return refuse('TRANSFER_DRAFT_INVALID', message, { field })
}

function isJson(text: string): boolean {
  if (Buffer.byteLength(text) > CONTENT_BYTES_MAX) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
