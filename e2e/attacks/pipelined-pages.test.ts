import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { expectUnharmed, healthProbe, measureImpact, queryProbe } from '../harness/innocent-client.ts'
import { portOf, sharedNode } from '../harness/shared-node.ts'
import { openRawConnections } from './raw-connections.ts'

const node = await sharedNode()
const observer = await openApi(node, 'observer')
const VISIT = 'GET /graphql HTTP/1.1\r\nhost: gateway\r\naccept: text/html\r\naccept-encoding: gzip\r\n\r\n'

/** Far more than the number of responses that twenty connections may have pending. */
const GROWTH_BYTES_MAX = 300_000_000

it('pages that a client requests by pipelining without reading them take little memory and time', async () => {
  const port = portOf(node, 'gateway', 'GATEWAY_PORT')
  const before = await residentBytes()
  let most = before
  const attack = async () => {
    using connections = openRawConnections({
      port,
      count: 20,
      openedMax: 2_000,
      sent: Buffer.from(VISIT.repeat(2_000)),
    })
    for (let second = 0; second < 8; second += 1) {
      await delay(1_000)
      most = Math.max(most, await residentBytes())
    }
    expect(connections.opened()).toBeGreaterThan(0)
  }
  const probes = [healthProbe(node), queryProbe(node, observer.token)]
  expectUnharmed(await measureImpact({ name: 'pipelined pages', probes, attack }))
  process.stdout.write(`pipelined pages: the gateway grew from ${megabytes(before)} to ${megabytes(most)} MB\n`)
  expect(most - before).toBeLessThan(GROWTH_BYTES_MAX)
})

/** Resident memory of the gateway; 0 on systems without `/proc`. */
async function residentBytes(): Promise<number> {
  const status = await readFile(`/proc/${node.parts.gateway?.pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(0)
}
