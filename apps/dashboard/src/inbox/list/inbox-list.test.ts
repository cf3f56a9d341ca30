import { describe, expect, test } from 'vitest'
import { EMPTY_LIST, type InboxList, withArrivalsShown, withChanges, withPage } from './inbox-list.ts'

interface Row {
  readonly id: string
  readonly version: number
  readonly open: boolean
}
const row = (id: string, version = 1, open = true): Row => ({ id, version, open })
const isOpen = ({ open }: Row) => open
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).join('')
const shown: InboxList<Row> = withPage<Row>(EMPTY_LIST, [row('c'), row('b'), row('a')])

describe('the list of the inbox', () => {
  test('a new transaction waits without moving any row until it is shown', () => {
    const list = withChanges(shown, [row('d'), row('e')], isOpen)
    expect([ids(list.rows), ids(list.arrivals)]).toEqual(['cba', 'ed'])
    expect(ids(withArrivalsShown(list, isOpen).rows)).toBe('edcba')
  })

  test('a transaction that is finished elsewhere stays in its place until the list is refreshed', () => {
    const list = withChanges(shown, [row('b', 2, false)], isOpen)
    expect(list.rows[1]).toEqual(row('b', 2, false))
    expect(ids(withArrivalsShown(list, isOpen).rows)).toBe('ca')
  })

  test('an event older than the shown row changes nothing', () => {
    const list = withChanges(withChanges(shown, [row('b', 3)], isOpen), [row('b', 2, false)], isOpen)
    expect(list.rows[1]).toEqual(row('b', 3))
  })

  test("a change of a row's case, which does not change the version of the transaction, is shown", () => {
    const list = withChanges(shown, [row('b', 1, true), row('b', 1, false)], isOpen)
    expect(list.rows[1]).toEqual(row('b', 1, false))
  })

  test('a transaction that is finished before it was shown does not appear', () => {
    const list = withChanges(withChanges(shown, [row('d')], isOpen), [row('d', 2, false)], isOpen)
    expect(ids(list.arrivals)).toBe('')
  })

  test('of several changes of one transaction, the latest counts, and it arrives only once', () => {
    const list = withChanges(shown, [row('d', 1), row('d', 3), row('d', 2)], isOpen)
    expect(list.arrivals).toEqual([row('d', 3)])
  })

  test('a page that overlaps the list adds only missing rows, and keeps newer versions', () => {
    const changed = withChanges(shown, [row('a', 5), row('d')], isOpen)
    const list = withPage(changed, [row('d'), row('a', 4), row('z')])
    expect([ids(list.rows), ids(list.arrivals)]).toEqual(['cbaz', 'd'])
    expect(list.rows[2]).toEqual(row('a', 5))
  })

  test('a change in a long list reads only its own row', () => {
    const reads = new Set<string>()
    const counted = (id: string): Row => ({
      get id() {
        reads.add(id)
        return id
      },
      version: 1,
      open: true,
    })
    const list = withPage<Row>(
      EMPTY_LIST,
      Array.from({ length: 1_000 }, (_, index) => counted(`row-${index}`)),
    )
    reads.clear()
    const { rows } = withChanges(list, [row('row-7', 2), row('new')], isOpen)
    expect([...reads]).toEqual([])
    expect(rows[7]).toEqual(row('row-7', 2))
    expect(rows[8]).toBe(list.rows[8])
  })

  test('a row is changed in its place after newer rows were shown above it', () => {
    const list = withArrivalsShown(withChanges(shown, [row('d')], isOpen), isOpen)
    expect(withChanges(list, [row('b', 2, false)], isOpen).rows).toEqual([
      row('d'),
      row('c'),
      row('b', 2, false),
      row('a'),
    ])
  })
})
