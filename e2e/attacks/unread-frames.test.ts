import { setTimeout as delay } from 'node:timers/promises'
import { encodeWithHead, FRAME, REQUESTS_MAX, UPGRADE_PROTOCOL } from '@travel-rule/frames/frame'
import { expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { expectUnharmed, measureImpact, type Probe, queryProbe } from '../harness/innocent-client.ts'
import { portOf, sharedNode } from '../harness/shared-node.ts'
import { openRawConnections } from './raw-connections.ts'

const node = await sharedNode()
const observer = await openApi(node, 'observer')
const port = portOf(node, 'trpd', 'TRPD_PORT')
const url = `http://127.0.0.1:${port}`

const CONNECTIONS = 24
const ATTACK_MS_MIN = 4_000
/** All that trpd keeps of unread responses, and what it takes to produce them. */
const GROWTH_BYTES_MAX = 300_000_000

const upgrade = `GET / HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: ${UPGRADE_PROTOCOL}\r\n\r\n`
const requests = Array.from({ length: REQUESTS_MAX }, (_, index) =>
  encodeWithHead(FRAME.REQUEST, index + 1, 'GET /metrics', ''),
)

async function residentBytes(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes\S* (\S+)$/m.exec(metrics)?.[1])
}

it('connections that read none of 6,144 responses over frames keep trpd ready, and its memory bounded', async () => {
  const before = await residentBytes()
  let peak = before
  const readiness: Probe = { type: 'request', name: 'trpd /readyz', url: `${url}/readyz` }
  const probes = [readiness, queryProbe(node, observer.token)]
  const attack = async () => {
    const sent = Buffer.concat([Buffer.from(upgrade), ...requests])
    using _ = openRawConnections({ port, count: CONNECTIONS, openedMax: 3 * CONNECTIONS, sent })
    for (const endsAtMs = performance.now() + ATTACK_MS_MIN; performance.now() < endsAtMs; await delay(100)) {
      peak = Math.max(peak, await residentBytes())
    }
  }
  expectUnharmed(await measureImpact({ name: 'unread responses over frames', probes, attack }))
  expect(before).toBeGreaterThan(0)
  expect(peak - before).toBeLessThan(GROWTH_BYTES_MAX)
})
