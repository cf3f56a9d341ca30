import { openAskedPlaces } from './compare/asked-places.ts'
import { isComparable } from './compare/is-comparable.ts'
import { judgeDegraded } from './compare/judge-degraded.ts'
import { judgeErrors } from './compare/judge-errors.ts'
import { featuresOf, type OperationFeatures } from './compare/operation-features.ts'
import { departuresOf } from './departures.ts'
import type { SupergraphFixture } from './load-supergraph.ts'
import { circumstancesOf } from './operations/touched.ts'
import { type MonolithAnswer, runMonolith } from './oracles/monolith.ts'
import { type OwnAnswer, prepareOurs, runOurs } from './oracles/ours.ts'
import { planStock, runStock, type StockAnswer } from './oracles/stock.ts'
import { isPlannerLimit } from './planner-limits.ts'
import type { Trial } from './trial.ts'
import type { FederationFacts } from './world/federation-facts.ts'
import { canonicalJson } from './world/random.ts'
import { INSIDE_VALUES, type WireCircumstances } from './world/wire.ts'
import { openWorld, type World } from './world/world.ts'

export interface Verdict {
  /** What is wrong with the gateway's answers; empty when all is right. */
  readonly problems: readonly string[]
  /** Whether stock says something else than the specification, where an error has the same consequences in both. */
  readonly stockDeparts: boolean
  /** The written cases that this may be one of. */
  readonly departures: readonly string[]
  readonly passedThrough: boolean
  readonly specification: MonolithAnswer
  readonly stock: StockAnswer | undefined
  readonly general: OwnAnswer | undefined
  readonly passThrough: OwnAnswer | undefined
}

/** Runs one trial in every way there is and compares. */
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
      const answer = await runOurs(circumstances, prepareOurs(circumstances, trial.operation), way)
      const found = judge(fixture, facts, trial, features, answer, specification, stock)
      problems.push(...found.map((problem) => `${way}: ${problem}`))
      return answer
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

async function stockAnswer(circumstances: WireCircumstances, trial: Trial): Promise<StockAnswer | undefined> {
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
  answer: OwnAnswer,
  specification: MonolithAnswer,
  stock: StockAnswer | undefined,
): string[] {
  const { graph } = fixture
  const kinds = trial.transportFaults.map(({ kind }) => kind)
  // What nobody can notice: values inside an answer that is passed through.
  if (answer.passedThrough && kinds.some((kind) => INSIDE_VALUES.includes(kind)))
    return judgeJournal(answer, specification)
  // Of a field that two subgraphs share one may bring null, for an error below, and the other one the object without its type, as it has no choice
  // of types there. Only that type would tell how far the null climbs: neither this gateway nor stock knows it.
  const isUntold = features.stricterField && features.otherTypeElsewhere
  if (isUntold && trial.faults.length > 0) return [...judgeJournal(answer, specification), ...answer.bad]
  const truth = specification.result.data ?? null
  if (!isComparable(fixture, facts, trial)) {
    const places = openAskedPlaces(graph.schema, trial.operation.document)
    const found = judgeDegraded(answer.result, truth, stock, kinds, {
      dependsOnType: places.dependsOnType,
      isShared: (place) => places.fieldsAt(place).some((coordinate) => facts.sharedFields.has(coordinate)),
      isRequired: (field) => [...facts.requiredFields].some((coordinate) => coordinate.endsWith(`.${field}`)),
    })
    return [...found, ...judgeBeside(answer, trial), ...judgeJournal(answer, specification), ...answer.bad]
  }
  const expected = JSON.stringify(truth)
  if (answer.dataText !== expected) return [`data is ${answer.dataText} and should be ${expected}`]
  return [...judgeErrors(answer.result, specification), ...judgeJournal(answer, specification, true), ...answer.bad]
}

/** An error without a place, beside data that is right, is told as well. */
function judgeBeside({ result, fetches }: OwnAnswer, { transportFaults }: Trial): string[] {
  const expected = transportFaults.some(
    ({ subgraph, kind }) => kind === 'errorBesideData' && fetches.some((fetch) => fetch.subgraph === subgraph),
  )
  const isTold = result.errors?.some(
    ({ path, extensions }) => path === undefined && extensions?.code === 'OUT_OF_ORDER',
  )
  return expected && !isTold ? ['the error beside the data is lost'] : []
}

/**
 * A mutation is done once each time it is asked for, in the order of the document. Where an error makes the whole answer null, some may be
 * left out.
 */
function judgeJournal({ journal }: OwnAnswer, specification: MonolithAnswer, whole = false): string[] {
  const { data } = specification.result
  const expected = specification.journal
  const complete = whole && data !== null && data !== undefined
  const isRight = complete ? canonicalJson(journal) === canonicalJson(expected) : isPartOf(journal, expected)
  return isRight ? [] : [`mutations done: ${journal.join(', ')}; asked for: ${expected.join(', ')}`]
}

/** Whether a list is the other one with some entries left out. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let next = 0
  for (const entry of whole) if (entry === part[next]) next++
  return next === part.length
}

function departs(stock: StockAnswer | undefined, specification: MonolithAnswer): boolean {
  const { result } = specification
  if (stock === undefined || JSON.stringify(stock.result.data ?? null) !== JSON.stringify(result.data ?? null))
    return true
  return judgeErrors(stock.result, specification).length > 0
}
