import { expect, it } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { expectUnharmed, healthProbe, measureImpact, pingProbe, queryProbe } from '../harness/innocent-client.ts'
import { startNode } from '../harness/running-node.ts'
import { accessTo, type NodeAccess } from '../harness/shared-node.ts'
import { probeTransfers } from '../harness/transfers.ts'
import { clientFrame, messageFrame, openRawSocket, PONG, type RawSocket } from './raw-socket.ts'

const SOCKETS = 50
const OPERATIONS_PER_SOCKET = 100
const EVENTS = 20
const PONG_INTERVAL_MS = 5_000

async function openSubscriptions(node: NodeAccess, attacker: Api): Promise<RawSocket> {
  const socket = await openRawSocket(node)
  await socket.write(messageFrame({ type: 'connection_init', payload: { bearer_token: attacker.token } }))
  const query = 'subscription { trpdTransactions { id status } }'
  const subscribe = (id: number) =>
    messageFrame({ type: 'subscribe', id: String(id), payload: { query, extensions: { announce: true } } })
  await expect.poll(() => String(socket.received())).toContain('connection_ack')
  await socket.write(Buffer.concat(Array.from({ length: OPERATIONS_PER_SOCKET }, (_, id) => subscribe(id))))
  return socket
}

it('events for thousands of subscriptions do not starve other clients', async () => {
  await using running = await startNode({ args: ['--no-demo'], clusterTemplate: true })
  const node = accessTo(running)
  const observer = await openApi(node, 'observer')
  const attacker = await openApi(node)
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSubscriptions(node, attacker)))
  const last = `"id":"${OPERATIONS_PER_SOCKET - 1}"`
  for (const socket of sockets) await expect.poll(() => String(socket.received())).toContain(last)
  // The gateway closes a connection whose client does not send pongs.
  const pongs = setInterval(() => {
    for (const socket of sockets) void socket.write(clientFrame(PONG))
  }, PONG_INTERVAL_MS)
  const attack = async () => {
    let id = ''
    for (let event = 0; event < EVENTS; event += 1) id = await probeTransfers(attacker)
    for (const socket of sockets) await expect.poll(() => String(socket.received())).toContain(id)
  }
  const probes = [healthProbe(node), queryProbe(node, observer.token), pingProbe(node, observer.token)]
  const name = `${EVENTS} events for ${SOCKETS * OPERATIONS_PER_SOCKET} subscriptions`
  expectUnharmed(await measureImpact({ name, probes, attack }))
  clearInterval(pongs)
  for (const socket of sockets) socket[Symbol.dispose]()
})
