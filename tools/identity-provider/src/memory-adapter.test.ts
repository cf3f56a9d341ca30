import { expect, test } from 'vitest'
import { openMemoryAdapter } from './memory-adapter.ts'

function open() {
  const clock = { ms: 1_000_000 }
  const adapterFor = openMemoryAdapter({ now: () => clock.ms })
  return {
    clock,
    codes: adapterFor('AuthorizationCode'),
    refresh: adapterFor('RefreshToken'),
    sessions: adapterFor('Session'),
  }
}

test('an entry is removed once it has expired', async () => {
  const { clock, codes } = open()
  await codes.upsert('a', { grantId: 'g' }, 60)
  clock.ms += 59_000
  expect(await codes.find('a')).toMatchObject({ grantId: 'g' })
  clock.ms += 1_000
  expect(await codes.find('a')).toBeUndefined()
})

test('a session is found by its uid until it is destroyed', async () => {
  const { sessions } = open()
  await sessions.upsert('id', { uid: 'u', accountId: 'ada' }, 60)
  expect(await sessions.findByUid('u')).toMatchObject({ accountId: 'ada' })
  await sessions.destroy('id')
  expect(await sessions.findByUid('u')).toBeUndefined()
})

test('consuming an entry records the time', async () => {
  const { codes } = open()
  await codes.upsert('a', {}, 60)
  await codes.consume('a')
  expect(await codes.find('a')).toMatchObject({ consumed: 1_000 })
})

test('revoking a grant removes all entries that it issued, of every kind', async () => {
  const { codes, refresh } = open()
  await codes.upsert('a', { grantId: 'g' }, 60)
  await refresh.upsert('b', { grantId: 'g' }, 60)
  await refresh.upsert('c', { grantId: 'other' }, 60)
  await codes.revokeByGrantId('g')
  expect([await codes.find('a'), await refresh.find('b')]).toEqual([undefined, undefined])
  expect(await refresh.find('c')).toBeDefined()
})

test('the oldest entry is removed when there are too many', async () => {
  const { codes } = open()
  for (let n = 0; n <= 10_000; n += 1) await codes.upsert(`code-${n}`, {}, 60)
  expect(await codes.find('code-0')).toBeUndefined()
  expect(await codes.find('code-1')).toBeDefined()
  expect(await codes.find('code-10000')).toBeDefined()
})
