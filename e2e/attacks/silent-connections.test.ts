import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { expectUnharmed, healthProbe, measureImpact, type Probe, queryProbe } from '../harness/innocent-client.ts'
import { portOf, sharedNode } from '../harness/shared-node.ts'
import { openRawConnections } from './raw-connections.ts'

const node = await sharedNode()
const observer = await openApi(node, 'observer')

/** More connections than the listeners for other VASPs and for wallets accept in total. */
const COUNT = 2_100
const ATTACK_MS_MIN = 4_000

async function attack(port: number, sent?: Buffer): Promise<void> {
  using connections = openRawConnections({ port, count: COUNT, openedMax: 3 * COUNT, sent })
  await delay(ATTACK_MS_MIN)
  // Connections beyond the limit of the address are closed, and then reopened.
  await expect.poll(() => connections.closed()).toBeGreaterThan(COUNT)
}

const trpPort = portOf(node, 'trpd', 'TRPD_TRP_PORT')
const trpProbe: Probe = {
  type: 'request',
  name: 'TRP /version',
  url: `http://127.0.0.1:${trpPort}/version`,
  headers: { 'api-version': '3.2.1', 'request-identifier': randomUUID() },
}

it('silent connections of one address do not close the TRP listener', async () => {
  const name = 'silent connections to the TRP listener'
  expectUnharmed(await measureImpact({ name, probes: [trpProbe], attack: () => attack(trpPort) }))
})

it('connections of one address with half a request do not close the TRP listener', async () => {
  const name = 'half requests to the TRP listener'
  const half = Buffer.from('POST /x/token HTTP/1.1\r\nhost: a\r\ncontent-le')
  expectUnharmed(await measureImpact({ name, probes: [trpProbe], attack: () => attack(trpPort, half) }))
})

it('silent connections of one address do not close the gateway', async () => {
  const probes = [healthProbe(node), queryProbe(node, observer.token)]
  const port = portOf(node, 'gateway', 'GATEWAY_PORT')
  expectUnharmed(await measureImpact({ name: 'silent connections to the gateway', probes, attack: () => attack(port) }))
})
