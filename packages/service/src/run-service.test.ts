import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function run(env: Record<string, string> = {}, behaviour = '') {
  const child = fork(new URL('testing/sample-service.ts', import.meta.url), [behaviour], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children.push(child)
  const written = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    written.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written.err += text
  })
  const pipes = [child.stdout, child.stderr].map((pipe) => pipe && once(pipe, 'end'))
  const ended = Promise.all([once(child, 'exit'), ...pipes]).then(([[code]]) => code as number)
  return { child, written, ended }
}

async function ready(child: ChildProcess): Promise<{ type: string; ports: { http: number } }> {
  const [message] = await once(child, 'message')
  return message
}

describe('a service that starts', () => {
  test('a service sends its ports to its parent', async () => {
    const { child } = run()
    const message = await ready(child)
    expect(message).toEqual({ type: 'ready', ports: { http: expect.any(Number) } })
    expect((await fetch(`http://127.0.0.1:${message.ports.http}/`)).status).toBe(404)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('a service stops in order on %s', async (signal) => {
    const { child, written, ended } = run()
    await ready(child)
    child.kill(signal)
    expect(await ended).toBe(0)
    const messages = written.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg)
    expect(messages).toEqual(['started', 'stopping', 'retired', 'disposed', 'stopped'])
  })

  test('a service stops when its parent is gone', async () => {
    const { child, written, ended } = run()
    await ready(child)
    child.disconnect()
    expect(await ended).toBe(0)
    expect(written.out).toContain('the parent process is gone')
  })

  test('a service stops when its parent was killed and its log has no reader', async () => {
    const parent = fork(new URL('testing/sample-parent.ts', import.meta.url))
    children.push(parent)
    const [pid] = (await once(parent, 'message')) as [number]
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('a service exits immediately on a second signal', async () => {
    const { child, written, ended } = run({}, 'hangs')
    await ready(child)
    child.kill('SIGTERM')
    while (!written.out.includes('stopping')) await once(child.stdout ?? child, 'data')
    child.kill('SIGTERM')
    expect(await ended).toBe(1)
  })

  test.each([
    ['crashes', 'crashed'],
    ['rejects', 'rejected'],
  ])('a service ends with 1 and the error in the log when it %s', async (behaviour, message) => {
    const { written, ended } = run({}, behaviour)
    expect(await ended).toBe(1)
    expect(written.out).toMatch(new RegExp(`"level":"fatal".*"message":"${message}"`))
  })
})

describe('a service that cannot start', () => {
  test('a service that cannot start prints every invalid setting on its own line, and nothing else', async () => {
    const { written, ended } = run({ SAMPLE_PORT: 'x', SAMPLE_OTHER_PORT: '70000' })
    expect(await ended).toBe(1)
    expect(written).toEqual({
      out: '',
      err: [
        'sample: SAMPLE_PORT: must be a port number from 0 to 65535, not "x"',
        'sample: SAMPLE_OTHER_PORT: must be a port number from 0 to 65535, not "70000"',
        '',
      ].join('\n'),
    })
  })

  test('a service that cannot start names the setting to change when its port is in use', async () => {
    await using other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { written, ended } = run({ SAMPLE_PORT: String(port) })
    expect(await ended).toBe(1)
    expect(written.err).toBe(`sample: port ${port} is in use: set SAMPLE_PORT to another one\n`)
  })

  test('a service that cannot start logs an unexpected error in full', async () => {
    const { written, ended } = run({}, 'fails')
    expect(await ended).toBe(1)
    expect(JSON.parse(written.out)).toMatchObject({ level: 'fatal', err: { message: 'no database' } })
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
