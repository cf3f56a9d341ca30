/** Sends an operation to the gateway. Resolves with `data`; throws the first of `errors`. */
export type Send = <Fields>(query: string, variables: object) => Promise<{ readonly trpd: Fields }>

interface Transaction {
  readonly id: string
  readonly status: string
  readonly address: string | null
  readonly txHash: string | null
  readonly release: { readonly mayPay: boolean; readonly mayCredit: boolean; readonly obstacles: readonly Obstacle[] }
}

interface Obstacle {
  readonly code: string
  readonly message: string
}

const FIELDS = 'id status address txHash release { mayPay mayCredit obstacles { code message } }'
const ENDED = ['DECLINED', 'CANCELED', 'EXPIRED', 'FAILED']

/**
 * A withdrawal. Returns the hash, or undefined when it has ended without a payment. `broadcast` signs and
 * sends; `onStopped` receives what stops the payment, each time that changes. After a crash, call it again
 * with the same `requestIdentifier` in `input`.
 */
export async function withdraw(
  send: Send,
  input: object,
  broadcast: (address: string) => Promise<string>,
  onStopped: (obstacles: readonly Obstacle[]) => void,
): Promise<string | undefined> {
  const inquire = `mutation ($input: InquireInput!) { trpd { inquire(input: $input) { id } } }`
  const { trpd } = await send<{ inquire: { id: string } }>(inquire, { input })
  const { id } = trpd.inquire
  const isReady = ({ status, release }: Transaction) => release.mayPay || status === 'CONFIRMED'
  const found = await untilIt(send, id, isReady, onStopped)
  if (!found.release.mayPay || found.address === null) return found.txHash ?? undefined
  const txHash = await broadcast(found.address)
  // The payment is made: its hash counts even if something was found in the last second.
  const confirm = `mutation ($id: ID!, $txHash: String!) {
    trpd { confirmTx(id: $id, txHash: $txHash, isOnLedger: true) { id status } } }`
  await send(confirm, { id, txHash })
  return txHash
}

/** A deposit, once the ledger shows it: `credit` runs when the customer may have the asset. */
export async function deposit(
  send: Send,
  txHash: string,
  credit: () => Promise<void>,
  onStopped: (obstacles: readonly Obstacle[]) => void,
): Promise<boolean> {
  const query = `query ($txHash: String!) { trpd { transactions(filter: { txHash: $txHash }) { nodes { id } } } }`
  const { trpd } = await send<{ transactions: { nodes: readonly { id: string }[] } }>(query, { txHash })
  const id = trpd.transactions.nodes[0]?.id
  // No Travel Rule data has come with it: record it with registerOfflineTx, and ask the sender.
  if (id === undefined) return false
  const isReady = ({ status, release }: Transaction) => status === 'CONFIRMED' && release.mayCredit
  const found = await untilIt(send, id, isReady, onStopped)
  if (!isReady(found)) return false
  await credit()
  return true
}

/** Waits until a transaction is ready or has ended. `trpdTransactions` says the same without polling. */
async function untilIt(
  send: Send,
  id: string,
  isReady: (transaction: Transaction) => boolean,
  onStopped: (obstacles: readonly Obstacle[]) => void,
): Promise<Transaction> {
  for (let told = ''; ; await new Promise((resolve) => setTimeout(resolve, 1_000))) {
    const query = `query ($id: ID!) { trpd { transaction(id: $id) { ${FIELDS} } } }`
    const { transaction: found } = (await send<{ transaction: Transaction }>(query, { id })).trpd
    if (isReady(found) || ENDED.includes(found.status)) return found
    const stopped = found.release.obstacles.map(({ code }) => code).join(' ')
    if (stopped !== told && stopped !== '') onStopped(found.release.obstacles)
    told = stopped
  }
}
