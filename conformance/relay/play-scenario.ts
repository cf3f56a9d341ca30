import { isDeepStrictEqual } from 'node:util'
import type { Expectation, Scenario } from './scenario.ts'
import { type ScriptedSubgraphs, SUBGRAPHS } from './scripted-subgraph.ts'
import { type GatewayAddress, outcomeOf, subscribe } from './subscribe.ts'

/** What a client received, in the form of an expectation. */
interface Seen {
  readonly ids: string[]
  readonly announced: (string | null)[]
  readonly eventIds: string[]
  end: string
  message: string | undefined
  attempts: number
}

/** Plays a scenario for at most `patienceMs`; returns the deviations from its expectation. */
export async function playScenario(
  scenario: Scenario,
  gateway: GatewayAddress,
  subgraphs: ScriptedSubgraphs,
  patienceMs = 300_000,
): Promise<string[]> {
  const { protocol, client = 'graphql-transport-ws', extensions = {}, labelAfterMs, lastEventId } = scenario
  const seen: Seen = { ids: [], announced: [], eventIds: [], end: 'live', message: undefined, attempts: 0 }
  const changed = Promise.withResolvers<void>()
  const begunAtMs = performance.now()
  const { ids = [] } = scenario.expect
  const idsMin = typeof ids === 'number' ? ids : ids.length
  const isMet = () =>
    seen.ids.length >= idsMin && deviations(scenario.expect, { ...seen, attempts: subgraphs.attempts() }).length === 0
  const update = () => {
    if (seen.end !== 'live' || (scenario.expect.end === 'live' && isMet())) changed.resolve()
  }
  subgraphs.play(scenario)
  const label = labelAfterMs === undefined ? '' : ' label'
  const query = `subscription { ${SUBGRAPHS[protocol]}Changed(scenario: "${scenario.id}") { id${label} } }`
  const unsubscribe = subscribe(
    client,
    gateway,
    { query, extensions },
    {
      result({ data, extensions: { position } = {} }) {
        const [item] = Object.values(data ?? {}) as { id: string }[]
        if (item) seen.ids.push(item.id)
        else if (position !== undefined) seen.announced.push(position as string | null)
        update()
      },
      end(outcome) {
        if (seen.end !== 'live') return
        seen.end = outcomeOf(outcome)
        seen.message = Array.isArray(outcome) ? (outcome[0] as { message?: string })?.message : undefined
        update()
      },
      eventId(id) {
        seen.eventIds.push(id)
        update()
      },
    },
    lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  )
  const timer = setTimeout(changed.resolve, patienceMs)
  await changed.promise
  clearTimeout(timer)
  unsubscribe()
  seen.attempts = subgraphs.attempts()
  const seconds = (performance.now() - begunAtMs) / 1_000
  const { withinSeconds = Number.POSITIVE_INFINITY } = scenario.expect
  const late = seconds > withinSeconds ? [`took ${seconds.toFixed(1)} s instead of at most ${withinSeconds}`] : []
  return [...deviations(scenario.expect, seen), ...late]
}

function deviations(expected: Expectation, seen: Seen): string[] {
  const { ids = [], withinSeconds: _, ...others } = expected
  const wanted = {
    ids: typeof ids === 'number' ? Array.from({ length: ids }, (_, n) => String(n + 1)) : ids,
    ...others,
  }
  return Object.entries(wanted).flatMap(([name, value]) => {
    const actual = seen[name as keyof Seen]
    return isDeepStrictEqual(actual, value) ? [] : [`${name}: ${brief(actual)} instead of ${brief(value)}`]
  })
}

function brief(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 200 ? `${json.slice(0, 200)}…` : json
}
