import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { BLOCKED_PORTS, freePortBase, portProblems, portsInUse } from './ports.ts'

describe('the check of the ports of a node', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::1', '::'])(
    'a port that is in use at %s is reported with its variable',
    async (host) => {
      await using taken = await listen(host)
      const problems = await portProblems({ GATEWAY_PORT: taken.port })
      expect(problems).toEqual([`Port ${taken.port} is in use: set GATEWAY_PORT to a free port.`])
    },
  )

  test('free ports are accepted', async () => {
    const port = await freePort()
    expect(await portProblems({ GATEWAY_PORT: port })).toEqual([])
  })

  test('a port that becomes free while the check waits is accepted', async () => {
    const taken = await listen('127.0.0.1')
    const checking = portProblems({ GATEWAY_PORT: taken.port }, { patienceMs: 60_000 })
    const early = await Promise.race([checking, delay(200, 'still checking')])
    expect(early).toBe('still checking')
    await taken[Symbol.asyncDispose]()
    expect(await checking).toEqual([])
  })

  test('two variables with the same port are both reported', async () => {
    const port = await freePort()
    expect(await portProblems({ TRPD_PORT: port, AOPD_PORT: port })).toEqual([
      `TRPD_PORT and AOPD_PORT are both ${port}: set one of them to another port.`,
    ])
  })

  test('a port to which browsers do not connect is refused', async () => {
    for (const port of BLOCKED_PORTS) {
      // Node.js has the same list.
      await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { message: 'bad port' } })
      expect(await portProblems({ AOPD_AOPP_PORT: port })).toEqual([
        `Browsers refuse to open port ${port}: set AOPD_AOPP_PORT to another port.`,
      ])
    }
  })

  test('a free PORT_BASE has only free ports to which browsers connect', async () => {
    const env = { GATEWAY_INTERNAL_PORT: String(await freePort()) }
    await using taken = await listen('127.0.0.1')
    const use = { demo: true, externalIssuer: false }
    const base = await freePortBase(env, use)
    expect(await portProblems(portsInUse(readConfig({ ...env, PORT_BASE: String(base) }), use))).toEqual([])
    expect(await freePortBase({ ...env, TRPD_PORT: String(taken.port) }, use)).toBeUndefined()
  })

  test("port 0 is refused, because the parts must know each other's ports", async () => {
    expect(await portProblems({ TRPD_PORT: 0, AOPD_PORT: 0 })).toEqual([
      expect.stringMatching(/^TRPD_PORT is 0/),
      expect.stringMatching(/^AOPD_PORT is 0/),
    ])
  })
})

async function listen(host: string): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async [Symbol.asyncDispose]() {
      await once(server.close(), 'close')
    },
  }
}
