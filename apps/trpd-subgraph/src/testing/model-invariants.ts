import type { Database } from '@travel-rule/database/database'
import type { Sealer } from '@travel-rule/database/seal'
import { expect } from 'vitest'
import type { Tables } from '../foundation/store/tables.ts'
import type { DeliveryKind, Transfer } from '../transfers/domain/transfer.ts'
import { type HistoryEntry, listHistory } from '../transfers/store/transfer-history.ts'
import { loadTransfers } from '../transfers/store/transfers.ts'
import type { PeerMessage } from './model-peer.ts'
import { isAllowed } from './model-transitions.ts'

/** A stored transfer and its history, oldest first. */
export interface Chronicle {
  readonly transfer: Transfer
  readonly history: readonly HistoryEntry[]
}

/** All transfers, oldest first. */
export async function loadChronicles({ db }: Pick<Database<Tables>, 'db'>, sealer: Sealer): Promise<Chronicle[]> {
  const rows = await db.selectFrom('transfers').select('id').orderBy('sequence').execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const byId = new Map((await loadTransfers(db, sealer, ids)).map((transfer) => [transfer.id, transfer]))
  const histories = Map.groupBy(await listHistory(db, sealer, ids), ({ transfer }) => transfer.id)
  return ids.flatMap((id) => {
    const transfer = byId.get(id)
    return transfer === undefined ? [] : [{ transfer, history: histories.get(id) ?? [] }]
  })
}

/**
 * Checks that every transfer changed only as the transition table allows, that its row, history and audit
 * events agree, and that the peer received only messages that were decided.
 */
export async function checkInvariants(
  { db }: Pick<Database<Tables>, 'db'>,
  sealer: Sealer,
  received: readonly PeerMessage[],
): Promise<void> {
  const chronicles = await loadChronicles({ db }, sealer)
  const ids = chronicles.map(({ transfer }) => transfer.id)
  if (ids.length === 0) return
  const [events, messages] = await Promise.all([
    db.selectFrom('outbox').select(['subjectId', 'type', 'detail']).orderBy('position').execute(),
    db.selectFrom('deliveries').select(['transferId', 'kind']).where('transferId', 'in', ids).execute(),
  ])
  for (const chronicle of chronicles) {
    const { transfer, history } = chronicle
    checkHistory(chronicle)
    const published = events.filter(({ subjectId }) => subjectId === transfer.id)
    expect(published.map(({ type, detail }) => `${detail.version} ${type} ${detail.status}`)).toEqual(
      history.map(({ event, transfer: { version, state } }) => `${version} ${event} ${state.status}`),
    )
    const stored = messages.filter(({ transferId }) => transferId === transfer.id)
    const decided = history.flatMap((entry, index) => decidedMessage(entry, history[index - 1]) ?? [])
    // A withdrawal replaces the stored resolution.
    expect(stored.map(({ kind }) => kind).toSorted()).toEqual([...new Set(decided)].toSorted())
    checkReceived(chronicle, received)
  }
}

/** Checks that the history is contiguous up to the stored state, and contains only allowed changes. */
function checkHistory({ transfer, history }: Chronicle): void {
  expect(history.map(({ transfer: { version } }) => version)).toEqual(history.map((_, index) => index + 1))
  expect(withoutAttempt(transfer)).toEqual(withoutAttempt(history.at(-1)?.transfer))
  history.forEach((entry, index) => {
    checkTransition(entry, history[index - 1])
  })
}

function checkTransition(entry: HistoryEntry, before: HistoryEntry | undefined): void {
  const { channel, state, delivery, updatedAt } = entry.transfer
  const direction = channel === 'TRP' ? entry.transfer.direction : ('REGISTERED' as const)
  const former = before?.transfer.state
  const queues = queuedMessage(entry, before)
  const transition = {
    direction,
    ...(former === undefined ? {} : { from: former.status }),
    event: entry.event.replace('transfer.', ''),
    to: state.status,
    actor: entry.actor.type,
    ...(queues === undefined ? {} : { queues }),
  }
  expect(isAllowed(transition), JSON.stringify({ ...transition, delivery })).toBe(true)
  if (former === undefined) return
  if ('address' in former && 'address' in state) expect(state.address).toBe(former.address)
  if ('lateTxHash' in former && 'txHash' in state) expect(state.txHash).toBe(former.lateTxHash)
  if (!('expiresAt' in former) || former.expiresAt === undefined || former.status === state.status) return
  const ended = entry.event === 'transfer.expired'
  // A cancellation ends the transfer like its time limit would, so it may come before the expiry is noticed.
  const decides = ended || (entry.actor.type === 'COUNTERPARTY' && entry.event !== 'transfer.canceled')
  if (decides) expect(updatedAt >= former.expiresAt, `${entry.event} after the time limit`).toBe(ended)
}

/** The message queued with this version. */
function queuedMessage({ transfer, event }: HistoryEntry, before: HistoryEntry | undefined): DeliveryKind | undefined {
  const { delivery } = transfer
  if (delivery.state !== 'QUEUED') return undefined
  const former = before?.transfer.delivery ?? { state: 'NONE' }
  if (former.state === 'NONE' || former.kind !== delivery.kind) return delivery.kind
  const isRepeated = former.state === 'FAILED' || former.state === 'RETRYING' || former.state === 'DELIVERED'
  const isDecided = event === 'transfer.delivery_retried' || event === 'transfer.declined'
  return isRepeated || isDecided ? delivery.kind : undefined
}

/** The message queued with this version, unless it is only resent. */
function decidedMessage(entry: HistoryEntry, before: HistoryEntry | undefined): DeliveryKind | undefined {
  return entry.event === 'transfer.delivery_retried' ? undefined : queuedMessage(entry, before)
}

/** Checks that the peer received what was decided, and repeats under the same identifier. */
function checkReceived({ transfer, history }: Chronicle, received: readonly PeerMessage[]): void {
  const own = received.filter(({ requestIdentifier }) => requestIdentifier === transfer.requestIdentifier)
  for (const { kind, body } of own) {
    const decided = history.some((entry, index) => {
      const queued = queuedMessage(entry, history[index - 1])
      return queued === kind && expresses(entry.transfer, kind, body)
    })
    expect(decided, `${kind} ${JSON.stringify(body)} was decided`).toBe(true)
  }
  const byIdentifier = Map.groupBy(own, ({ identifier }) => identifier)
  for (const same of byIdentifier.values()) {
    expect(new Set(same.map(({ kind, body }) => `${kind} ${JSON.stringify(body)}`)).size).toBe(1)
  }
}

/** True if the message states the decision in this version of the transfer. */
function expresses({ state }: Transfer, kind: DeliveryKind, body: PeerMessage['body']): boolean {
  switch (kind) {
    case 'INQUIRY':
      return state.status === 'PENDING'
    case 'RESOLUTION':
      return body.approved === undefined
        ? state.status === 'DECLINED' && state.reason === body.rejected
        : state.status === 'APPROVED' && state.address === body.approved.address
    case 'CONFIRMATION':
      return state.status === 'CONFIRMED' && state.txHash === body.txid
    case 'CANCELLATION':
      return typeof body.canceled === 'string' && (state.status === 'CANCELED' || state.status === 'EXPIRED')
  }
}

/** Starting or postponing an attempt creates no new version. */
function withoutAttempt(transfer: Transfer | undefined) {
  if (transfer === undefined || transfer.delivery.state === 'NONE') return transfer
  const { state, nextAttemptAt: _, ...delivery } = transfer.delivery
  const isOpen = state === 'QUEUED' || state === 'IN_FLIGHT' || state === 'RETRYING'
  return { ...transfer, delivery: { ...delivery, isOpen: isOpen ? true : state } }
}
