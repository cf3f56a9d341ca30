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
  const values = { ...columnsOf(key), answer_sealed: sealResponse(sealer, key, response), at, entryId: entryId ?? null }
  statement ??= compileClaim(tx)
  const {
    rows: [claimed],
  } = await tx.executeQuery(statement(values))
  if (claimed !== undefined) return claimed
  const { answer_sealed } = await byKey(tx, key).executeTakeFirstOrThrow()
  if (answer_sealed === null) throw new Error('a message was stored without a response')
  return { stored: JSON.parse(sealer.open(answer_sealed, responseContext(key)).toString()) }
}

/** Compiled once: every message runs it, and building it costs more than sealing the response. */
let statement: ReturnType<typeof compileClaim> | undefined

function compileClaim(tx: Transaction<Tables>) {
  return compileOnce<ClaimValues, NewMessage>((slot) =>
    tx
      .with('entry', (db) =>
        db
          .selectFrom('address_book')
          .select('id')
          .where(
            'id',
            '=',
            slot(({ entryId }) => entryId),
          )
          .where('active', '=', sql.lit(true))
          .forKeyShare(),
      )
      .insertInto('inbound_messages')
      .values({
        counterparty: slot(({ counterparty }) => counterparty),
        request_identifier: slot(({ request_identifier }) => request_identifier),
        kind: slot(({ kind }) => kind),
        answer_sealed: slot(({ answer_sealed }) => answer_sealed),
        received_at: slot(({ at }) => at),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning([sql<boolean>`exists (select from entry)`.as('isEntryActive'), RULE_SET_ID.as('ruleSetId')]),
  )
}

type ClaimValues = ReturnType<typeof columnsOf> & {
  readonly answer_sealed: Buffer
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
    .updateTable('inbound_messages')
    .set({ answer_sealed: sealResponse(sealer, key, response) })
    .where('counterparty', '=', columns.counterparty)
    .where('request_identifier', '=', columns.request_identifier)
    .where('kind', '=', columns.kind)
    .execute()
}

function sealResponse(sealer: Sealer, key: InboundKey, response: StoredResponse): Buffer {
  return sealer.seal(JSON.stringify(response), responseContext(key))
}

function byKey(tx: Transaction<Tables>, key: InboundKey) {
  const columns = columnsOf(key)
  return tx
    .selectFrom('inbound_messages')
    .select('answer_sealed')
    .where('counterparty', '=', columns.counterparty)
    .where('request_identifier', '=', columns.request_identifier)
    .where('kind', '=', columns.kind)
}

function columnsOf({ counterparty, requestIdentifier, kind }: InboundKey) {
  return { counterparty, request_identifier: requestIdentifier.toLowerCase(), kind }
}

export function responseContext(key: InboundKey): string {
  const { counterparty, request_identifier, kind } = columnsOf(key)
  return `inbound:${counterparty}:${request_identifier}:${kind}`
}
