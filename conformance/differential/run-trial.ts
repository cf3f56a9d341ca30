import { isComparable } from './compare/is-comparable.ts'
import { judgeDegraded } from './compare/judge-degraded.ts'
import { judgeErrors } from './compare/judge-errors.ts'
import { featuresOf, type OperationFeatures } from './compare/operation-features.ts'
import { openSelectedPlaces } from './compare/selected-places.ts'
import { departuresOf } from './departures.ts'
import type { SupergraphFixture } from './load-supergraph.ts'
import { circumstancesOf } from './operations/touched.ts'
import { type MonolithResponse, runMonolith } from './oracles/monolith.ts'
import { type GatewayResponse, prepareOurs, runOurs } from './oracles/ours.ts'
import { planStock, runStock, type StockResponse } from './oracles/stock.ts'
import { isPlannerLimit } from './planner-limits.ts'
import type { Trial } from './trial.ts'
import type { FederationFacts } from './world/federation-facts.ts'
import { canonicalJson } from './world/random.ts'
import { INSIDE_VALUES, type WireCircumstances } from './world/wire.ts'
import { openWorld, type World } from './world/world.ts'

export interface Verdict {
  /** Problems of the gateway's responses; empty when they are correct. */
  readonly problems: readonly string[]
  /** Whether stock departs from the specification, where an error has the same consequences in both. */
  readonly stockDeparts: boolean
  /** The known cases that this may belong to. */
  readonly departures: readonly string[]
  readonly passedThrough: boolean
  readonly specification: MonolithResponse
  readonly stock: StockResponse | undefined
  readonly general: GatewayResponse | undefined
  readonly passThrough: GatewayResponse | undefined
}

/** Runs one trial in every way and compares the responses. */
export async function runTrial(
  fixture: SupergraphFixture,
  facts: FederationFacts,
  trial: Trial,
  world: World = openWorld(fixture, trial.worldSeed, facts),
): Promise<Verdict> {
  const circumstances = circumstancesOf(fixture, world, trial)
  const specification = await runMonolith(circumstances, trial.operation)
  const stock = await stockAnswer(circumstances, trial)
  const features = featuresOf(fixture, facts, trial.operation.document)
  const problems: string[] = []
  const run = async (way: 'general' | 'pass-through') => {
    try {
      const response = await runOurs(circumstances, prepareOurs(circumstances, trial.operation), way)
      const found = judge(fixture, facts, trial, features, response, specification, stock)
      problems.push(...found.map((problem) => `${way}: ${problem}`))
      return response
    } catch (error) {
      if (!isPlannerLimit(error)) problems.push(`${way}: ${error instanceof Error ? error.stack : String(error)}`)
      return undefined
    }
  }
  const general = await run('general')
  const passThrough = await run('pass-through')
  const stockDeparts = isComparable(fixture, facts, trial) && departs(stock, specification)
  const departures = stockDeparts ? departuresOf({ features, stock, specification }) : []
  if (stockDeparts && departures.length === 0)
    problems.push('stock departs from the specification, and no case says so')
  return {
    problems,
    stockDeparts,
    departures: departures.flatMap(({ cases }) => cases),
    passedThrough: passThrough?.passedThrough === true,
    specification,
    stock,
    general,
    passThrough,
  }
}

async function stockAnswer(circumstances: WireCircumstances, trial: Trial): Promise<StockResponse | undefined> {
  try {
    return await runStock(circumstances, planStock(circumstances, trial.operation), trial.operation)
  } catch {
    return undefined
  }
}

function judge(
  fixture: SupergraphFixture,
  facts: FederationFacts,
  trial: Trial,
  features: OperationFeatures,
  response: GatewayResponse,
  specification: MonolithResponse,
  stock: StockResponse | undefined,
): string[] {
  const { graph } = fixture
  const kinds = trial.transportFaults.map(({ kind }) => kind)
  // The gateway cannot detect wrong values inside a response that it passes through.
  if (response.passedThrough && kinds.some((kind) => INSIDE_VALUES.includes(kind)))
    return judgeJournal(response, specification)
  // Of two subgraphs that share a field, one may return null, for an error below, and the other the object without its
  // type, which is unambiguous there. How far the null propagates depends on that type, which no gateway knows.
  const isAmbiguous = features.stricterField && features.otherTypeElsewhere
  if (isAmbiguous && trial.faults.length > 0) return [...judgeJournal(response, specification), ...response.bad]
  const truth = specification.result.data ?? null
  if (!isComparable(fixture, facts, trial)) {
    const places = openSelectedPlaces(graph.schema, trial.operation.document)
    const found = judgeDegraded(response.result, truth, stock, kinds, {
      dependsOnType: places.dependsOnType,
      isShared: (place) => places.fieldsAt(place).some((coordinate) => facts.sharedFields.has(coordinate)),
      isRequired: (field) => [...facts.requiredFields].some((coordinate) => coordinate.endsWith(`.${field}`)),
    })
    return [...found, ...judgeBeside(response, trial), ...judgeJournal(response, specification), ...response.bad]
  }
  const expected = JSON.stringify(truth)
  if (response.dataText !== expected) return [`data is ${response.dataText} and should be ${expected}`]
  return [
    ...judgeErrors(response.result, specification),
    ...judgeJournal(response, specification, true),
    ...response.bad,
  ]
}

/** An error without a path beside correct data must be reported as well. */
function judgeBeside({ result, fetches }: GatewayResponse, { transportFaults }: Trial): string[] {
  const expected = transportFaults.some(
    ({ subgraph, kind }) => kind === 'errorBesideData' && fetches.some((fetch) => fetch.subgraph === subgraph),
  )
  const isTold = result.errors?.some(
    ({ path, extensions }) => path === undefined && extensions?.code === 'OUT_OF_ORDER',
  )
  return expected && !isTold ? ['the error beside the data is lost'] : []
}

/**
 * A mutation is executed once for each time it is selected, in document order. Where an error makes all data null, some
 * may be missing.
 */
function judgeJournal({ journal }: GatewayResponse, specification: MonolithResponse, everyMutation = false): string[] {
  const { data } = specification.result
  const expected = specification.journal
  const complete = everyMutation && data !== null && data !== undefined
  const isRight = complete ? canonicalJson(journal) === canonicalJson(expected) : isPartOf(journal, expected)
  return isRight ? [] : [`mutations executed: ${journal.join(', ')}; selected: ${expected.join(', ')}`]
}

/** Whether `part` is `complete` without some of its entries. */
function isPartOf(part: readonly string[], complete: readonly string[]): boolean {
  let next = 0
  for (const entry of complete) if (entry === part[next]) next++
  return next === part.length
}

function departs(stock: StockResponse | undefined, specification: MonolithResponse): boolean {
  const { result } = specification
  if (stock === undefined || JSON.stringify(stock.result.data ?? null) !== JSON.stringify(result.data ?? null))
    return true
  return judgeErrors(stock.result, specification).length > 0
}
