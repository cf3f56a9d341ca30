import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openIdentityData } from './open-identity-data.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the first start makes one person of each role and a client, all with long secrets', async () => {
  const data = await openIdentityData(join(folder, 'deep', 'identity.json'))
  expect(data.people.map((person) => person.role)).toEqual([
    'observer',
    'compliance-officer',
    'administrator',
    'integration',
  ])
  expect(new Set(data.people.map((person) => person.password)).size).toBe(4)
  for (const person of data.people) expect(person.password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
  expect(data.client.secret.length).toBeGreaterThanOrEqual(32)
})

test('the file can be read by its owner only, also when it was open to others', async () => {
  const path = join(folder, 'identity.json')
  await openIdentityData(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await chmod(path, 0o644)
  await openIdentityData(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a second start reads the same', async () => {
  const path = join(folder, 'identity.json')
  expect(await openIdentityData(path)).toEqual(await openIdentityData(path))
})

test('several that start at once agree, and leave nothing behind', async () => {
  const path = join(folder, 'identity.json')
  const all = await Promise.all(Array.from({ length: 4 }, () => openIdentityData(path)))
  for (const data of all) expect(data).toEqual(all[0])
  expect(await readdir(folder)).toEqual(['identity.json'])
})

test('two nodes have nothing in common', async () => {
  const [one, other] = await Promise.all([openIdentityData(join(folder, 'a')), openIdentityData(join(folder, 'b'))])
  expect(one.client.secret).not.toBe(other.client.secret)
  expect(one.signingKeys.keys[0]?.kid).not.toBe(other.signingKeys.keys[0]?.kid)
})

test.each(['', '{', '{}', '{"version":2}', 'null'])(
  'a damaged file (%s) is reported and never replaced',
  async (text) => {
    const path = join(folder, 'identity.json')
    await writeFile(path, text)
    await expect(openIdentityData(path)).rejects.toThrow(/^IDP_DATA_FILE: .*damaged/)
    expect(await readFile(path, 'utf8')).toBe(text)
  },
)

test('a path that cannot be written is reported by the name of its setting', async () => {
  await expect(openIdentityData(folder)).rejects.toThrow(/^IDP_DATA_FILE: .*cannot be used/)
})
