import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openApi } from '../harness/api.ts'
import { captureInquiry } from '../harness/captured-inquiry.ts'
import { openLiveClient } from '../harness/live-client.ts'
import type { NodeAccess } from '../harness/shared-node.ts'
import { probeTransfers } from '../harness/transfers.ts'
import { enteredFunctions } from './entered-functions.ts'

/** The functions of a walk, by part: `path → name`. */
export type Walk = Readonly<Record<string, readonly string[]>>

const QUERY = '{ trpd { transactions(first: 5) { nodes { id status amount ownershipProofs { id status } } } } }'
const SUBSCRIPTION = 'subscription { trpdTransactions { id status amount } }'
/** Appends the last event of a transaction to the outbox again: a change without an action. */
const REPEAT_EVENT = `
  with appended as (
    insert into outbox (id, type, subject_type, subject_id, actor_type, actor_id, actor_name, at, detail)
    select gen_random_uuid(), type, subject_type, subject_id, actor_type, actor_id, actor_name, at, detail
    from outbox where subject_id = $1 order by position desc limit 1 returning 1)
  select pg_notify('outbox', '') from appended`

/** Measures a query over two subgraphs, an inbound inquiry and a live event, on a node that is `MEASURABLE`. */
export async function measureWalks(node: NodeAccess): Promise<Readonly<Record<'query' | 'inquiry' | 'event', Walk>>> {
  const api = await openApi(node)
  const id = await probeTransfers(api)
  const captured = await captureInquiry(api)
  const query = await enteredFunctions(node, ['gateway', 'trpd', 'aopd'], () => api.request(QUERY))
  using _ = suspendPart(node, 'autod')
  return { query, inquiry: await measureInquiry(), event: await measureEvent() }

  function measureInquiry(): Promise<Walk> {
    const { url, headers, body } = captured
    return enteredFunctions(node, ['trpd'], async () => {
      const identifier = { 'request-identifier': randomUUID() }
      const response = await fetch(url, { method: 'POST', headers: { ...headers, ...identifier }, body })
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    })
  }

  async function measureEvent(): Promise<Walk> {
    await using stack = new AsyncDisposableStack()
    const database = new pg.Client({ connectionString: node.databaseUrls.trpd })
    await database.connect()
    stack.defer(() => database.end())
    const client = stack.use(openLiveClient(node, 'graphql-transport-ws', { bearer_token: api.token }))
    const log = client.follow<{ readonly trpdTransactions: { readonly id: string } }>({ query: SUBSCRIPTION })
    const repeat = () => database.query(REPEAT_EVENT, [id])
    await log.untilLive(
      () => repeat().then(() => id),
      ({ trpdTransactions }) => trpdTransactions.id,
    )
    return await enteredFunctions(node, ['trpd', 'gateway'], async () => {
      const known = log.events.length
      await repeat()
      await log.next((event) => log.events.indexOf(event) >= known)
    })
  }
}

/** Suspends a part that would read events meanwhile. */
function suspendPart({ parts }: NodeAccess, part: string): Disposable {
  const pid = parts[part]?.pid
  if (pid === undefined) throw new Error(`${part} is not running`)
  process.kill(pid, 'SIGSTOP')
  return { [Symbol.dispose]: () => void process.kill(pid, 'SIGCONT') }
}
