import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'

const main = new URL('./main.ts', import.meta.url)
const launch = (env: Record<string, string>): ChildProcess =>
  fork(main, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    execArgv: [],
    silent: true,
  })

describe('the process of the counterparty', () => {
  it.each(['SIGTERM', 'SIGINT', 'disconnect'] as const)(
    'the counterparty reports that it is ready, and exits with code 0 on %s',
    async (how) => {
      const child = launch({ COUNTERPARTY_PORT: '0' })
      const [message] = (await once(child, 'message')) as [{ type: string; ports: { COUNTERPARTY_PORT: number } }]
      expect(message.type).toBe('ready')
      const page = await fetch(`http://127.0.0.1:${message.ports.COUNTERPARTY_PORT}/`)
      expect(page.status).toBe(200)
      const ended = once(child, 'exit')
      if (how === 'disconnect') child.disconnect()
      else child.kill(how)
      expect((await ended)[0]).toBe(0)
    },
  )

  it('the counterparty names every invalid setting', async () => {
    const output = await failure({ COUNTERPARTY_PORT: 'x', COUNTERPARTY_PUBLIC_URL: 'ftp://x' })
    expect(output).toContain('COUNTERPARTY_PORT: "x"')
    expect(output).toContain('COUNTERPARTY_PUBLIC_URL: "ftp://x"')
  })

  it('the counterparty names the setting for a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    expect(await failure({ COUNTERPARTY_PORT: String(port) })).toContain('set COUNTERPARTY_PORT')
    taken.close()
  })
})

async function failure(env: Record<string, string>): Promise<string> {
  const child = launch(env)
  let output = ''
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  return output
}
