import { compileOnce } from '@travel-rule/database/compile-once'
import type { Sealer } from '@travel-rule/database/seal'
import { sql, type Transaction } from 'kysely'
import type { InboundMessageTable, Tables } from '../../foundation/store/tables.ts'
import { RULE_SET_ID } from '../../rules/store/rule-sets.ts'

/** Identifies an inbound message. A repeat has the same key. */
export interface InboundKey {
  readonly counterparty: string
  readonly requestIdentifier: string
  readonly kind: InboundMessageTable['kind']
}

/** The response to a message, stored for repeats. */
export interface StoredResponse {
  /** SHA-256 of the canonical body, hexadecimal. */
  readonly bodySha256: string
  readonly status: number
  readonly body: string
}

interface Claim {
  readonly response: StoredResponse
  readonly at: Date
  /** Id of the address book entry to which the message was sent; inquiries only. */
  readonly entryId: string | undefined
}

/** A message that no transaction has processed. */
export interface NewMessage {
  /** True if the entry is active. It stays so until the transaction ends: changes and erasures wait. */
  readonly isEntryActive: boolean
  /** Id of the current rules as read by this transaction; null without rules. */
  readonly ruleSetId: string | null
}

/** A claimed message, or the stored response to a message that was already processed. */
export type Claimed = (NewMessage & { readonly stored?: never }) | { readonly stored: StoredResponse }

/**
 * Claims a message for this transaction and stores `response` for repeats.
 *
 * Waits for any transaction that is processing the same message or changing the entry.
 */
export async function claimMessage(
  tx: Transaction<Tables>,
  sealer: Sealer,
  key: InboundKey,
  { response, at, entryId }: Claim,
): Promise<Claimed> {
  const values = { ...columnsOf(key), answerSealed: sealResponse(sealer, key, response), at, entryId: entryId ?? null }
  statement ??= compileClaim(tx)
  const {
    rows: [claimed],
  } = await tx.executeQuery(statement(values))
  if (claimed !== undefined) return claimed
  const { answerSealed } = await byKey(tx, key).executeTakeFirstOrThrow()
  if (answerSealed === null) throw new Error('a message was stored without a response')
  return { stored: JSON.parse(sealer.open(answerSealed, responseContext(key)).toString()) }
}

/** Compiled once: every message runs it, and building it costs more than sealing the response. */
let statement: ReturnType<typeof compileClaim> | undefined

function compileClaim(tx: Transaction<Tables>) {
  return compileOnce<ClaimValues, NewMessage>((slot) =>
    tx
      .with('entry', (db) =>
        db
          .selectFrom('addressBook')
          .select('id')
          .where(
            'id',
            '=',
            slot(({ entryId }) => entryId),
          )
          .where('active', '=', sql.lit(true))
          .forKeyShare(),
      )
      .insertInto('inboundMessages')
      .values({
        counterparty: slot(({ counterparty }) => counterparty),
        requestIdentifier: slot(({ requestIdentifier }) => requestIdentifier),
        kind: slot(({ kind }) => kind),
        answerSealed: slot(({ answerSealed }) => answerSealed),
        receivedAt: slot(({ at }) => at),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning([sql<boolean>`exists (select from entry)`.as('isEntryActive'), RULE_SET_ID.as('ruleSetId')]),
  )
}

type ClaimValues = ReturnType<typeof columnsOf> & {
  readonly answerSealed: Buffer
  readonly at: Date
  readonly entryId: string | null
}

/** Replaces the stored response to a message that this transaction has claimed. */
export async function saveResponse(
  tx: Transaction<Tables>,
  sealer: Sealer,
  key: InboundKey,
  response: StoredResponse,
): Promise<void> {
  const columns = columnsOf(key)
  await tx
    .updateTable('inboundMessages')
    .set({ answerSealed: sealResponse(sealer, key, response) })
    .where('counterparty', '=', columns.counterparty)
    .where('requestIdentifier', '=', columns.requestIdentifier)
    .where('kind', '=', columns.kind)
    .execute()
}

function sealResponse(sealer: Sealer, key: InboundKey, response: StoredResponse): Buffer {
  return sealer.seal(JSON.stringify(response), responseContext(key))
}

function byKey(tx: Transaction<Tables>, key: InboundKey) {
  const columns = columnsOf(key)
  return tx
    .selectFrom('inboundMessages')
    .select('answerSealed')
    .where('counterparty', '=', columns.counterparty)
    .where('requestIdentifier', '=', columns.requestIdentifier)
    .where('kind', '=', columns.kind)
}

function columnsOf({ counterparty, requestIdentifier, kind }: InboundKey) {
  return { counterparty, requestIdentifier: requestIdentifier.toLowerCase(), kind }
}

export function responseContext(key: InboundKey): string {
  const { counterparty, requestIdentifier, kind } = columnsOf(key)
  return `inbound:${counterparty}:${requestIdentifier}:${kind}`
}
