import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'graphql'
import { expect, test } from 'vitest'
import { selectedStepsOf } from './response-errors.ts'

test('a path is counted up to the first field that the client does not select', () => {
  const steps = selectedStepsOf(parse('{ a { ...B ... { c: d } } } fragment B on B { b { e } }'))
  expect(steps(['a', 0, 'b', 'e'])).toBe(4)
  expect(steps(['a', 0, 'c'])).toBe(3)
  expect(steps(['a', 0, 'd', 'e'])).toBe(2)
  expect(steps(['__proto__'])).toBe(0)
})

test('paths invented by a subgraph are not kept in memory', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const heapBytes = () => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const steps = selectedStepsOf(parse('{ a { b } }'))
  const before = heapBytes()
  for (let index = 0; index < 100_000; index += 1) steps(['a', `${index}`.padEnd(200)])
  expect(heapBytes() - before).toBeLessThan(10_000_000)
  expect(steps(['a', 'b'])).toBe(2)
})
