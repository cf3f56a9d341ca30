import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { expectUnharmed, healthProbe, measureImpact, pingProbe, queryProbe } from '../harness/innocent-client.ts'
import { startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { chunkOf, clientFrame, flood, messageFrame, openRawSocket, PING, type RawSocket, TEXT } from './raw-socket.ts'

const running = await startNode({ args: ['--no-demo'], clusterTemplate: true, defaultRate: true })
afterAll(() => running[Symbol.asyncDispose]())
const node = accessTo(running)
const observer = await openApi(node, 'observer')
const probes = [healthProbe(node), queryProbe(node, observer.token), pingProbe(node, observer.token)]
const attacker = await openApi(node)

async function openSockets(count: number): Promise<readonly RawSocket[]> {
  return Promise.all(Array.from({ length: count }, () => openRawSocket(node)))
}

async function openAuthenticated(count: number): Promise<readonly RawSocket[]> {
  const sockets = await openSockets(count)
  const init = messageFrame({ type: 'connection_init', payload: { bearer_token: attacker.token } })
  await Promise.all(sockets.map((socket) => socket.write(init)))
  for (const socket of sockets) await expect.poll(() => String(socket.received())).toContain('connection_ack')
  return sockets
}

function closeAll(sockets: readonly RawSocket[]): void {
  for (const socket of sockets) socket[Symbol.dispose]()
}

it('protocol pings before authentication do not starve other clients', async () => {
  const attack = async () => {
    const sockets = await openSockets(20)
    await flood(sockets, chunkOf(clientFrame(PING)), { times: 200, seconds: 8 })
    closeAll(sockets)
  }
  expectUnharmed(await measureImpact({ name: 'ping flood', probes, attack }))
})

it.each(['ping', 'complete'])('a flood of messages of type %s does not starve other clients', async (type) => {
  const sockets = await openAuthenticated(20)
  const attack = () => flood(sockets, chunkOf(messageFrame({ type, id: '1' })), { times: 100, seconds: 8 })
  expectUnharmed(await measureImpact({ name: `${type} flood`, probes, attack }))
  closeAll(sockets)
})

it('a burst of thousands of operations does not starve other clients', async () => {
  const sockets = await openAuthenticated(4)
  const burst = Array.from({ length: 5_000 }, (_, id) => {
    const query = `subscription S${id % 50} { trpdTransactions { id status } }`
    return messageFrame({ type: 'subscribe', id: String(id), payload: { query } })
  })
  // The gateway is still reading the operations when all have been sent.
  const attack = async () => {
    await flood(sockets, Buffer.concat(burst), { times: 1, seconds: 8 })
    await delay(8_000)
  }
  expectUnharmed(await measureImpact({ name: 'subscribe burst', probes, attack }))
  closeAll(sockets)
})

it('malformed messages on many sockets, one after another, do not starve other clients', async () => {
  const malformed = chunkOf(clientFrame(TEXT, '{'))
  const attack = async () => {
    for (let round = 0; round < 40; round += 1) {
      const sockets = await openSockets(20)
      await flood(sockets, malformed, { times: 2, seconds: 1 })
      closeAll(sockets)
    }
  }
  expectUnharmed(await measureImpact({ name: 'malformed flood', probes, attack }))
})
