import type { Api } from './api.ts'
import type { EventLog } from './event-log.ts'
import { openLiveClient } from './live-client.ts'
import { probeTransfers, TRANSFER, type Transfer } from './transfers.ts'

/** Records every later change of a node's transactions. */
export interface TransferWatch extends AsyncDisposable {
  /** The first change of a transaction that matches. */
  until(id: string, matches: (transfer: Transfer) => boolean): Promise<Transfer>
  /** The first RECEIVED transaction with these values. */
  received(values: Partial<Pick<Transfer, 'requestIdentifier' | 'travelAddress'>>): Promise<Transfer>
  /** The statuses of a transaction so far, without consecutive repetitions. */
  statuses(id: string): string[]
}

export async function watchTransfers(api: Api): Promise<TransferWatch> {
  const client = openLiveClient(api.node, 'graphql-transport-ws', { bearer_token: api.token })
  const query = `subscription { trpdTransactions { ${TRANSFER} } }`
  const log: EventLog<{ trpdTransactions: Transfer }> = client.follow({ query })
  const idOf = ({ trpdTransactions }: { trpdTransactions: Transfer }) => trpdTransactions.id
  await log.untilLive(() => probeTransfers(api), idOf)
  const first = async (matches: (transfer: Transfer) => boolean) =>
    (await log.next(({ trpdTransactions }) => matches(trpdTransactions))).trpdTransactions
  return {
    until: (id, matches) => first((transfer) => transfer.id === id && matches(transfer)),
    received: (values) => first(has({ direction: 'RECEIVED', ...values })),
    statuses: (id) =>
      log.events
        .filter((event) => idOf(event) === id)
        .map(({ trpdTransactions }) => trpdTransactions.status)
        .filter((status, index, all) => status !== all[index - 1]),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }
}

const has = (values: Partial<Transfer>) => (transfer: Transfer) =>
  Object.entries(values).every(([name, value]) => transfer[name as keyof Transfer] === value)

/** Matches a transfer whose message of this kind was delivered. */
export const delivered =
  (kind: string) =>
  ({ delivery }: Transfer): boolean =>
    delivery.kind === kind && delivery.state === 'DELIVERED'
