import { MessageChannel, type MessagePort as NodePort } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { openChannel } from './channel.ts'

interface Questions {
  readonly add: { readonly sent: readonly [number, number]; readonly reply: number }
  readonly fail: { readonly sent: undefined; readonly reply: undefined }
  readonly hang: { readonly sent: undefined; readonly reply: undefined }
  readonly note: { readonly sent: string; readonly reply: undefined }
}

let close: () => void = () => undefined
afterEach(() => close())

function open() {
  const { port1, port2 } = new MessageChannel()
  close = () => port1.close()
  const noted: string[] = []
  const on = (port: NodePort) => ({
    send: (message: unknown) => port.postMessage(message),
    listen: (receive: (message: unknown) => void) => void port.on('message', receive),
  })
  openChannel<object, Questions>(on(port2), {
    add: async ([one, other]) => one + other,
    fail() {
      throw new Error('no way')
    },
    hang: () => new Promise<undefined>(() => undefined),
    note: (text) => void noted.push(text) as undefined,
  })
  return { channel: openChannel<Questions, object>(on(port1), {}), noted, other: port2 }
}

test('requests get their own replies, in any order, after messages that were sent earlier', async () => {
  const { channel, noted } = open()
  channel.tell('note', 'first')
  expect(await Promise.all([channel.ask('add', [1, 2]), channel.ask('add', [3, 4])])).toEqual([3, 7])
  expect(noted).toEqual(['first'])
})

test('a request fails when its handler throws, when no reply arrives in time, and when the other process has ended', async () => {
  const { channel } = open()
  await expect(channel.ask('fail', undefined)).rejects.toThrow('no way')
  await expect(channel.ask('hang', undefined, 20)).rejects.toThrow('no reply of the other process within 20 ms: hang')
  const pending = channel.ask('hang', undefined)
  channel.close()
  await expect(pending).rejects.toThrow('the other process is gone')
  await expect(channel.ask('add', [1, 2])).rejects.toThrow('the other process is gone')
})

test('messages of other protocols on the same port are ignored', async () => {
  const { channel, other } = open()
  for (const message of [{ type: 'ready' }, 'text', null]) other.postMessage(message)
  expect(await channel.ask('add', [1, 1])).toBe(2)
})
