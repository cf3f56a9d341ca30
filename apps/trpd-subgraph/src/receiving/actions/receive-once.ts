import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ok, type Result } from '@travel-rule/service/result'
import type { WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { canonicalJson } from '../../foundation/domain/json.ts'
import type { TrpBody, TrpRefusal } from '../../messages/domain/trp-body.ts'
import { claimMessage, type InboundKey, type NewMessage, saveResponse } from '../store/inbound-messages.ts'

/** The response to a TRP message. The body is JSON if the status is 200, and plain text for an error. */
export interface TrpResponse {
  readonly status: 200 | 204 | 400 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  readonly body: string
}

/** The response to a refused message. */
export function refusalResponse({ status, message }: TrpRefusal): TrpResponse {
  return { status, body: message }
}

const NO_CONTENT: TrpResponse = { status: 204, body: '' }

interface InboundMessage {
  readonly key: InboundKey
  /** The parsed body. */
  readonly json: TrpBody
  /** Id of the address book entry to which an inquiry was sent. */
  readonly entryId?: string
  /** The expected response, 204 by default. If `process` returns another one, that costs an additional statement. */
  readonly expected?: TrpResponse
}

/**
 * Processes a message exactly once: a repeat receives the stored response.
 *
 * Responds with 409 if the sender has used the identifier with another body. A refusal by `process` rolls
 * back and becomes 422, 404 for something that no longer exists, or 429 for an exhausted limit.
 */
export async function receiveOnce(
  service: WorkPorts,
  { key, json, entryId, expected = NO_CONTENT }: InboundMessage,
  process: (work: UnitOfWork, claimed: NewMessage) => Promise<Result<TrpResponse>>,
): Promise<TrpResponse> {
  const bodySha256 = createHash('sha256').update(canonicalJson(json)).digest('hex')
  const result = await inTransaction<TrpResponse>(service, async (work) => {
    const response = { bodySha256, ...expected }
    const claimed = await claimMessage(work.tx, work.sealer, key, { response, at: work.now(), entryId })
    if (claimed.stored !== undefined) {
      const { stored } = claimed
      if (stored.bodySha256 === bodySha256) return ok({ status: stored.status as 200 | 204, body: stored.body })
      return ok({ status: 409, body: 'This request identifier was already used with another body.' })
    }
    const processed = await process(work, claimed)
    if (processed.ok && !isDeepStrictEqual(processed.value, expected)) {
      await saveResponse(work.tx, work.sealer, key, { bodySha256, ...processed.value })
    }
    return processed
  })
  if (result.ok) return result.value
  const { code, message } = result.refusal
  if (code === 'INQUIRY_LIMIT_REACHED') return { status: 429, body: message }
  return { status: NOT_FOUND_CODES.has(code) ? 404 : 422, body: message }
}

const NOT_FOUND_CODES: ReadonlySet<string> = new Set(['TRAVEL_ADDRESS_UNKNOWN', 'TRANSACTION_NOT_FOUND'])
