import { randomUUID } from 'node:crypto'
import { type Api, openApi } from '../harness/api.ts'
import { type Counterparty, counterpartyAt } from '../harness/counterparty.ts'
import { startNode } from '../harness/running-node.ts'
import { accessTo, type NodeAccess } from '../harness/shared-node.ts'
import { issueAddress, trustVaspAt } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { type TransferWatch, watchTransfers } from '../harness/watch-transfers.ts'
import { loadListed, type Name } from './listed-parties.ts'

interface OpenNode {
  readonly node: NodeAccess
  /** A token of the node's client. */
  readonly api: Api
  readonly watch: TransferWatch
}

/** Two nodes under EU law. */
export interface TwoNodes {
  /** The node with a sanctions list, which trusts its demo counterparty. */
  readonly screened: OpenNode & { readonly officer: Api }
  readonly other: OpenNode
  readonly counterparty: Counterparty
}

/** Starts both nodes; `stack` owns their resources. `listed` are the persons on the list. */
export async function openTwoNodes(stack: AsyncDisposableStack, listed: readonly Name[]): Promise<TwoNodes> {
  const law = { TRPD_JURISDICTION: 'EU', TRPD_DELIVERY: 'delay=1' }
  const start = async (env: Readonly<Record<string, string>>, args: readonly string[]) =>
    accessTo(stack.use(await startNode({ clusterTemplate: true, env: { ...law, ...env }, args })))
  const open = async (node: NodeAccess) => {
    const api = await openApi(node)
    return { node, api, watch: stack.use(await watchTransfers(api)) }
  }
  const [first, second] = await Promise.all([start({ TRPD_SCREENING_LISTS: 'OFAC_SDN' }, []), start({}, ['--no-demo'])])
  await loadListed(first, listed)
  const screened = { ...(await open(first)), officer: await openApi(first, 'compliance-officer') }
  const counterparty = counterpartyAt(first.counterparty.url)
  await trustVaspAt(screened.api, counterparty.url)
  return { screened, other: await open(second), counterparty }
}

/** A travel address of a customer with this name. */
export async function issueTo(api: Api, [given, family]: Name): Promise<string> {
  const reference = randomUUID()
  const { address } = openBitcoinWallet()
  const upsert = 'mutation ($input: CustomerInput!) { trpd { upsertCustomer(input: $input) { reference } } }'
  await api.request(upsert, { input: { reference, name: `${given} ${family}` } })
  return (await issueAddress(api, { address, customerReference: reference })).travelAddress
}
