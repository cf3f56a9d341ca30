import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GatewayProcesses, openGatewayProcesses } from './testing/gateway-processes.ts'

/** The arguments of Node in `npm run gateway`. */
const { scripts } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))
const NODE_ARGUMENTS: readonly string[] = scripts.gateway.match(/--[a-z-]+(?:=\d+)?/g)

const USED = 'nodejs_heap_space_size_used_bytes\\{[^}]*space="old"[^}]*\\}'
const CONNECTIONS = 32
const WARM_UP = 2_000
/** Number of requests between two measurements. */
const STEP = 1_000
const STEPS = 3

let gateway: GatewayProcesses
beforeAll(async () => {
  gateway = await openGatewayProcesses({ env: { GATEWAY_PROCESSES: '1' }, nodeArguments: NODE_ARGUMENTS })
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** Bytes that a request leaves in the old generation until the next full collection. */
async function leftByEach(operation: string): Promise<number> {
  const token = await gateway.token()
  const clients = Array.from({ length: CONNECTIONS }, () => gateway.client(token))
  const send = (requests: number) =>
    Promise.all(
      clients.map(async (client) => {
        for (let sent = 0; sent < requests / CONNECTIONS; sent += 1) {
          expect(await client.query(operation)).toMatchObject({ status: 200 })
        }
      }),
    )
  await send(WARM_UP)
  const left: number[] = []
  for (let step = 0; step < STEPS; step += 1) {
    const before = await gateway.metric(USED)
    expect(before).toBeGreaterThan(0)
    await send(STEP)
    left.push(((await gateway.metric(USED)) - before) / STEP)
  }
  for (const client of clients) client[Symbol.dispose]()
  // The median, since code may be compiled or garbage collected in single steps.
  return left.toSorted((one, other) => one - other)[Math.floor(STEPS / 2)] ?? Number.NaN
}

test.each([
  ['a query of one subgraph', '{ orders { list { id item } } }', 100],
  ['a mutation', 'mutation { people { rename(id: "ann", name: "Ann") { name } } }', 100],
  ['a query that joins two subgraphs', '{ orders { list { id placedBy { name } } } }', 250],
])('%s leaves almost nothing in the old generation', async (_name, operation, bytesMax) => {
  expect(await leftByEach(operation)).toBeLessThan(bytesMax)
})
