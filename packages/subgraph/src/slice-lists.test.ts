import { setImmediate as nextTurn } from 'node:timers/promises'
import { buildSchema, execute, type GraphQLObjectType, parse } from 'graphql'
import { expect, test } from 'vitest'
import { openHeavyWork, type Pause } from './heavy-work.ts'
import { SLICE_ITEMS, sliceLists } from './slice-lists.ts'

const ITEMS = 5 * SLICE_ITEMS

/** Executes `{ items { id } }`; `onItem` is called when an item is completed. */
function complete(items: unknown, pause: Pause, onItem: (id: unknown) => void = () => {}) {
  const schema = buildSchema('type Query { items: [Item] } type Item { id: Int }')
  const item = schema.getType('Item') as GraphQLObjectType<{ id: unknown }>
  item.getFields().id = {
    ...(item.getFields().id as NonNullable<unknown>),
    resolve: ({ id }: { id: unknown }) => {
      onItem(id)
      return id
    },
  } as never
  sliceLists(schema)
  return execute({ schema, document: parse('{ items { id } }'), rootValue: { items }, contextValue: { pause } })
}

const itemsOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

test('a long list is completed in slices, each after a pause', async () => {
  const completed: number[] = []
  let done = 0
  const pause = async () => {
    await nextTurn()
    completed.push(done)
  }
  const result = await complete(itemsOf(ITEMS), pause, () => {
    done += 1
  })
  expect(result).toEqual({ data: { items: itemsOf(ITEMS) } })
  expect(completed).toEqual([0, 1, 2, 3, 4].map((slice) => slice * SLICE_ITEMS))
})

test('other work of the process runs while a long list is completed', async () => {
  const identity = { subject: 'a', clientId: 'app', actsFor: 'PERSON' as const, name: 'a', roles: [], scopes: [] }
  let turns = 0
  const turnsOfItems = new Set<number>()
  const other = () => {
    turns += 1
    timer = setImmediate(other)
  }
  let timer = setImmediate(other)
  const pause = openHeavyWork().pauseOf(identity, new AbortController().signal)
  const busy = () => {
    turnsOfItems.add(turns)
    const end = performance.now() + 0.2
    while (performance.now() < end);
  }
  await complete(itemsOf(ITEMS), pause, busy)
  clearImmediate(timer)
  expect(turnsOfItems.size).toBe(ITEMS / SLICE_ITEMS)
})

test('a list of promises keeps its order and its failures', async () => {
  const items = itemsOf(ITEMS).map(async (item) => {
    if (item.id === 120) throw new Error('broken')
    return item
  })
  const { data, errors } = await complete(Promise.resolve(items), async () => {})
  expect(data?.items).toEqual(itemsOf(ITEMS).map((item) => (item.id === 120 ? null : item)))
  expect(errors?.map(({ path, message }) => [path, message])).toEqual([[['items', 120], 'broken']])
})

test('the remaining items of a long list fail once the request is over', async () => {
  let pauses = 0
  const pause = async () => {
    await nextTurn()
    pauses += 1
    if (pauses > 2) throw new Error('over')
  }
  let done = 0
  const { errors } = await complete(itemsOf(ITEMS), pause, () => {
    done += 1
  })
  expect([done, errors?.length, pauses]).toEqual([2 * SLICE_ITEMS, 3 * SLICE_ITEMS, 3])
})

test('a short list is completed without a pause', () => {
  const result = complete(itemsOf(SLICE_ITEMS), () => expect.unreachable())
  expect(result).toEqual({ data: { items: itemsOf(SLICE_ITEMS) } })
})
