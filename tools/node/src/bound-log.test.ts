import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boundLog } from './bound-log.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/bound-log-`)
})
afterEach(() => rm(folder, { recursive: true }))

const limits = { bytesMax: 10_000, checkMs: 5 }
const line = (number: number) => `${String(number).padStart(99, '0')}\n`

test('a log that exceeds its limit is moved aside with its latest lines, and continues as an empty file', async () => {
  const file = `${folder}/log`
  await appendFile(file, Array.from({ length: 1_000 }, (_, number) => line(number)).join(''))
  await using _bounded = boundLog(file, limits)
  await expect.poll(() => sizeOf(`${file}.old`)).toBeGreaterThan(0)
  await expect.poll(() => sizeOf(file)).toBe(0)
  const old = await readFile(`${file}.old`, 'utf8')
  expect(old.length).toBeLessThanOrEqual(limits.bytesMax)
  expect(old.startsWith(line(901))).toBe(true)
  expect(old.endsWith(line(999))).toBe(true)
  await appendFile(file, line(1_000))
  expect(await readFile(file, 'utf8')).toBe(line(1_000))
})

test('a log that grows indefinitely takes limited space on disk', async () => {
  const file = `${folder}/log`
  await using _bounded = boundLog(file, limits)
  let isMoved = 0
  for (let written = 0; isMoved < 3; written += 1) {
    await appendFile(file, line(written))
    const old = await sizeOf(`${file}.old`)
    expect(old).toBeLessThanOrEqual(limits.bytesMax)
    if (old > 0 && (await sizeOf(file)) < 200) isMoved += 1
  }
})

test('a log that is missing or short is unchanged', async () => {
  const file = `${folder}/log`
  const bounded = boundLog(file, limits)
  await appendFile(file, line(1))
  await bounded[Symbol.asyncDispose]()
  expect(await readFile(file, 'utf8')).toBe(line(1))
  expect(await sizeOf(`${file}.old`)).toBe(0)
})

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => ({ size: 0 }))).size
}
