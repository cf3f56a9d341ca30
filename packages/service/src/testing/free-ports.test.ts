import { expect, test } from 'vitest'
import { freePort } from './free-ports.ts'

const COUNT = 120

test('a free port is returned only once, even to concurrent callers and other processes', async () => {
  // A second instance of the module, which knows as little of the first as another process would.
  const { href } = new URL('./free-ports.ts?other', import.meta.url)
  const other: { freePort: () => Promise<number> } = await import(/* @vite-ignore */ href)
  expect(other.freePort).not.toBe(freePort)
  const ports = [...(await search(freePort)), ...(await search(other.freePort))]
  expect(new Set(ports).size).toBe(2 * COUNT)
})

function search(find: () => Promise<number>): Promise<number[]> {
  return Promise.all(Array.from({ length: COUNT }, find))
}
