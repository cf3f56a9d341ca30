import type { GraphQLError } from 'graphql'
import type { LiveEvent } from './live-event.ts'
import type { LiveResult } from './live-result.ts'

/** Brings results in the order of their events, although some are completed sooner than others. */
export interface EventLine {
  /** Takes an event. False when too many are being completed: then it is not taken. */
  take(event: LiveEvent): boolean
  /** Results that are still to come. */
  waiting(): number
  /** Nothing is handed out any more. */
  end(): void
}

export interface EventLineOptions {
  readonly waitingMax: number
  /** Must neither throw nor reject. */
  readonly complete: (event: LiveEvent) => LiveResult | GraphQLError | Promise<LiveResult | GraphQLError>
  /** Called in the order of the events. */
  readonly done: (result: LiveResult | GraphQLError, event: LiveEvent) => void
}

interface Waiting {
  readonly event: LiveEvent
  result: LiveResult | GraphQLError | undefined
}

export function openEventLine({ waitingMax, complete, done }: EventLineOptions): EventLine {
  const line: Waiting[] = []
  let ended = false

  function handOut(): void {
    while (!ended) {
      const [first] = line
      if (first?.result === undefined) return
      line.shift()
      done(first.result, first.event)
    }
  }

  return {
    take(event) {
      if (line.length >= waitingMax) return false
      const completed = complete(event)
      if (!(completed instanceof Promise) && line.length === 0) {
        done(completed, event)
        return true
      }
      const waiting: Waiting = { event, result: undefined }
      line.push(waiting)
      void Promise.resolve(completed).then((result) => {
        waiting.result = result
        handOut()
      })
      return true
    },
    waiting: () => line.length,
    end() {
      ended = true
      line.length = 0
    },
  }
}
