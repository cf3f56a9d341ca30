import { expect, test } from 'vitest'
import { holdEvents, selectOperation } from './fetcher.ts'
import { openFrontTab } from './front-tab.ts'

test('events that arrive while another tab is in front wait for their tab, and only the last one is shown', async () => {
  const frontTab = openFrontTab()
  frontTab.change('one')
  let push: ReadableStreamDefaultController<{ data: { event: number } }> = undefined as never
  const source = new ReadableStream<{ data: { event: number } }>({
    start(controller) {
      push = controller
    },
  })
  const events = holdEvents(source.values() as never, frontTab.start(), frontTab)
  push.enqueue({ data: { event: 1 } })
  expect((await events.next()).value).toEqual({ data: { event: 1 } })

  frontTab.change('two')
  let shown: unknown
  const next = events.next().then(({ value }) => {
    shown = value
  })
  push.enqueue({ data: { event: 2 } })
  push.enqueue({ data: { event: 3 } })
  await new Promise(setImmediate)
  expect(shown).toBeUndefined()
  frontTab.change('one')
  await next
  expect(shown).toEqual({ data: { event: 3 } })
  push.close()
  expect((await events.next()).done).toBe(true)
})

test('an error that arrives while another tab is in front waits for its tab', async () => {
  const frontTab = openFrontTab()
  frontTab.change('one')
  const source = new ReadableStream({ start: (controller) => controller.error(new Error('lost')) })
  const events = holdEvents(source.values() as never, frontTab.start(), frontTab)
  frontTab.change('two')
  let failure: unknown
  const next = events.next().catch((error) => {
    failure = error
  })
  await new Promise(setImmediate)
  expect(failure).toBeUndefined()
  frontTab.change('one')
  await next
  expect(failure).toEqual(new Error('lost'))
})

test.each([
  ['query A { a } subscription B { b }', 'B', 'B'],
  ['query A { a }', 'Before', 'A'],
  ['query A { a }', null, 'A'],
  ['query A { a } query B { b }', 'C', undefined],
  ['fragment F on T { a }', 'F', undefined],
  ['query A {', 'A', undefined],
])('the operation of %j with the name %j is %j', (query, name, expected) => {
  expect(selectOperation(query, name)?.name?.value).toBe(expected)
})
