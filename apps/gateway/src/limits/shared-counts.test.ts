import { expect, test } from 'vitest'
import { openSharedCounts, type Place } from './shared-counts.ts'

const MANY = {
  sockets: 1_000,
  socketsPerAddress: 1_000,
  socketsPerClient: 1_000,
  unauthenticated: 1_000,
  unauthenticatedPerAddress: 1_000,
  streams: 1_000,
  streamsPerAddress: 1_000,
  streamsPerClient: 1_000,
}
const ADDRESS: Place = ['socketsPerAddress', '192.0.2.1']
const open = () => openSharedCounts({ ...MANY, sockets: 3, socketsPerAddress: 2, unauthenticated: 1 })

test('a connection is counted in all its places or in none of them', () => {
  const counts = open()
  expect(counts.enter(1, 1, [['sockets', ''], ADDRESS, ['unauthenticated', '']])).toBeUndefined()
  expect(counts.enter(2, 1, [['sockets', ''], ADDRESS, ['unauthenticated', '']])).toBe('unauthenticated')
  expect([counts.count(['sockets', '']), counts.count(ADDRESS)]).toEqual([1, 1])
  counts.leave(1, 1, ['unauthenticated'])
  expect(counts.enter(2, 2, [['sockets', ''], ADDRESS, ['unauthenticated', '']])).toBeUndefined()
  expect(counts.enter(2, 3, [['sockets', ''], ADDRESS])).toBe('socketsPerAddress')
  expect(counts.enter(2, 4, [['sockets', '']])).toBeUndefined()
  expect(counts.enter(1, 2, [['sockets', '']])).toBe('sockets')
})

test('a connection is released only once, and a refused connection releases nothing', () => {
  const counts = open()
  counts.enter(1, 1, [ADDRESS])
  counts.enter(2, 1, [ADDRESS])
  expect(counts.enter(1, 2, [ADDRESS])).toBe('socketsPerAddress')
  counts.leave(1, 2)
  expect(counts.count(ADDRESS)).toBe(2)
  for (let times = 0; times < 2; times += 1) counts.leave(1, 1)
  expect(counts.count(ADDRESS)).toBe(1)
})

test('connections of a process that has ended are no longer counted', () => {
  const counts = open()
  counts.enter(1, 1, [['sockets', ''], ADDRESS])
  counts.enter(2, 1, [['sockets', ''], ADDRESS])
  counts.leave(2, 1, ['sockets'])
  counts.forget(1)
  expect([counts.count(['sockets', '']), counts.count(ADDRESS)]).toEqual([0, 1])
})
