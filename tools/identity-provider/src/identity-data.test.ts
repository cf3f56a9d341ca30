import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authenticate, openIdentityData, type Person } from './identity-data.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the first start creates a client and one person for each role, all with long secrets', async () => {
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

test('the data file is readable only by its owner, even after its mode was changed', async () => {
  const path = join(folder, 'identity.json')
  await openIdentityData(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await chmod(path, 0o644)
  await openIdentityData(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a second start uses the same identity data', async () => {
  const path = join(folder, 'identity.json')
  expect(await openIdentityData(path)).toEqual(await openIdentityData(path))
})

test('concurrent starts use the same identity data and leave no other file', async () => {
  const path = join(folder, 'identity.json')
  const all = await Promise.all(Array.from({ length: 4 }, () => openIdentityData(path)))
  for (const data of all) expect(data).toEqual(all[0])
  expect(await readdir(folder)).toEqual(['identity.json'])
})

test('two nodes have different secrets and keys', async () => {
  const [one, other] = await Promise.all([openIdentityData(join(folder, 'a')), openIdentityData(join(folder, 'b'))])
  expect(one.client.secret).not.toBe(other.client.secret)
  expect(one.signingKeys.keys[0]?.kid).not.toBe(other.signingKeys.keys[0]?.kid)
})

test.each(['', '{', '{}', '{"version":2}', 'null'])(
  'a damaged data file (%s) is reported and never replaced',
  async (content) => {
    const path = join(folder, 'identity.json')
    await writeFile(path, content)
    await expect(openIdentityData(path)).rejects.toThrow(/^IDP_DATA_FILE: .*damaged/)
    expect(await readFile(path, 'utf8')).toBe(content)
  },
)

test('a data file that cannot be written is reported with the name of the setting', async () => {
  await expect(openIdentityData(folder)).rejects.toThrow(/^IDP_DATA_FILE: .*cannot be used/)
})

const ada: Person = {
  id: '0b7f1a52-8a0e-4c4e-9b4e-111111111111',
  username: 'Ada',
  name: 'Ada Administrator',
  email: 'Ada@Example.com',
  password: 'right-password',
  role: 'administrator',
}

describe('a person signs in', () => {
  test.each(['Ada', ' ada ', 'ADA@example.com'])('a person signs in as %j with the password', (login) => {
    expect(authenticate([ada], login, 'right-password')).toBe(ada)
  })

  test.each([
    ['ada', 'Right-password'],
    ['ada', ''],
    ['unknown', ''],
    ['unknown', 'right-password'],
    ['', 'right-password'],
  ])('a person cannot sign in as %j with %j', (login, password) => {
    expect(authenticate([ada], login, password)).toBeUndefined()
  })
})
