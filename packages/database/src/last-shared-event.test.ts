import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastSharedEvent } from './last-shared-event.ts'

test('the last shared event is found with few comparisons, regardless of the gaps between positions', async () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 200 })
  await fc.assert(
    fc.asyncProperty(gaps, fc.nat(), async (steps, nat) => {
      let position = 0n
      const events = steps.map((step) => {
        position += BigInt(step)
        return { position, eventId: `event ${position}` }
      })
      const kept = events.slice(0, nat % (events.length + 1))
      let comparisons = 0
      const shared = await lastSharedEvent(position, {
        applied: async (probe) => events.findLast((event) => event.position <= probe),
        sourceHas: async (event) => {
          comparisons += 1
          return kept.includes(event)
        },
      })
      expect(shared).toEqual(kept.at(-1))
      expect(comparisons).toBeLessThanOrEqual(12)
    }),
  )
})
