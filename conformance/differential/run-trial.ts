import { type GraphQLOutputType, isNonNullType, isObjectType } from 'graphql'
import { checkDegraded } from './compare/check-degraded.ts'
import { checkErrors } from './compare/check-errors.ts'
import { featuresOf, type OperationFeatures } from './compare/operation-features.ts'
import { openSelectedPlaces } from './compare/selected-places.ts'
import { departuresOf } from './departures.ts'
import type { SupergraphFixture } from './load-supergraph.ts'
import { circumstancesOf } from './operations/usage.ts'
import { type GatewayResponse, prepareOperation, runGateway, type Way } from './oracles/gateway.ts'
import { type MonolithResponse, runMonolith } from './oracles/monolith.ts'
import { planStock, runStock, type StockResponse } from './oracles/stock.ts'
import { isPlannerLimit } from './planner-limits.ts'
import type { Trial } from './trial.ts'
import type { FederationFacts } from './world/federation-facts.ts'
import { openGeneratedWorld } from './world/generated-world.ts'
import { canonicalJson } from './world/random.ts'
import type { WireCircumstances } from './world/send-over-wire.ts'
import { definitionsOf } from './world/shapes.ts'
import { INSIDE_VALUES } from './world/transport-faults.ts'
import type { World } from './world/world.ts'

export interface Verdict {
  /** Problems of the gateway's responses; empty when they are correct. */
  readonly problems: readonly string[]
  /** True if stock departs from the specification in a comparable trial. */
  readonly stockDeparts: boolean
  /** The names of cases that show such a departure. */
  readonly departures: readonly string[]
  readonly passedThrough: boolean
  /** True if the responses of several fetches were joined as bytes. */
  readonly joined: boolean
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
  world: World = openGeneratedWorld(fixture, trial.worldSeed, facts),
): Promise<Verdict> {
  const circumstances = circumstancesOf(fixture, world, trial)
  const specification = await runMonolith(circumstances, trial.operation)
  const planned = await stockResponse(circumstances, trial)
  const stock = planned === 'LIMITED' ? undefined : planned
  const features = featuresOf(fixture, facts, trial.operation.document)
  const problems: string[] = []
  const run = async (way: Way) => {
    try {
      const response = await runGateway(circumstances, prepareOperation(circumstances, trial.operation), way)
      const found = checkResponse(fixture, facts, trial, features, response, specification, stock)
      problems.push(...found.map((problem) => `${way}: ${problem}`))
      return response
    } catch (error) {
      if (!isPlannerLimit(error)) problems.push(`${way}: ${error instanceof Error ? error.stack : String(error)}`)
      return undefined
    }
  }
  const general = await run('general')
  // A trusted subgraph may send wrong values in a response that passes through.
  const passThrough = await run(hasWrongValues(trial) ? 'checked' : 'pass-through')
  const joined = passThrough?.passedThrough === true ? undefined : await run('joined')
  const stockDeparts = planned !== 'LIMITED' && isComparable(fixture, facts, trial) && departs(stock, specification)
  const departures = stockDeparts ? departuresOf({ features, stock, specification }) : []
  if (stockDeparts && departures.length === 0)
    problems.push('stock departs from the specification, and no case shows it')
  return {
    problems,
    stockDeparts,
    departures: departures.flatMap(({ cases }) => cases),
    passedThrough: passThrough?.passedThrough === true,
    joined: joined?.passedThrough === true,
    specification,
    stock,
    general,
    passThrough,
  }
}

function hasWrongValues({ transportFaults }: Trial): boolean {
  return transportFaults.some(({ kind }) => INSIDE_VALUES.includes(kind))
}

async function stockResponse(
  circumstances: WireCircumstances,
  trial: Trial,
): Promise<StockResponse | 'LIMITED' | undefined> {
  try {
    return await runStock(circumstances, planStock(circumstances, trial.operation), trial.operation)
  } catch (error) {
    return isPlannerLimit(error) ? 'LIMITED' : undefined
  }
}

function checkResponse(
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
  // One subgraph may return null because of an error below, and another the object without its type. How far the null
  // propagates depends on that type, which the gateway does not know.
  const isAmbiguous = features.stricterField && features.otherTypeElsewhere
  if (isAmbiguous && trial.faults.length > 0) return [...checkJournal(response, specification), ...response.badFetches]
  const truth = specification.result.data ?? null
  if (!isComparable(fixture, facts, trial)) {
    const places = openSelectedPlaces(graph.schema, trial.operation.document)
    const found = checkDegraded(response.result, truth, stock, kinds, {
      dependsOnType: places.dependsOnType,
      isShared: (place) => places.fieldsAt(place).some((coordinate) => facts.sharedFields.has(coordinate)),
      isRequired: (field) =>
        [...facts.requiredFields, ...facts.contextFields].some((coordinate) => coordinate.endsWith(`.${field}`)),
    })
    return [
      ...found,
      ...checkErrorWithoutPath(response, trial),
      ...checkJournal(response, specification),
      ...response.badFetches,
    ]
  }
  const expected = JSON.stringify(truth)
  if (response.dataJson !== expected) return [`data is ${response.dataJson}, but should be ${expected}`]
  return [
    ...checkErrors(response.result, specification),
    ...checkJournal(response, specification, true),
    ...response.badFetches,
  ]
}

/** An error without a path must also be reported: if there is no data, at the missing fields. */
function checkErrorWithoutPath({ result, fetches }: GatewayResponse, { transportFaults }: Trial): string[] {
  const expected = transportFaults.some(
    ({ subgraph, kind }) => kind === 'errorBesideData' && fetches.some((fetch) => fetch.subgraph === subgraph),
  )
  const isReported = result.errors?.some(
    ({ path, extensions }) => (path === undefined || result.data === null) && extensions?.code === 'OUT_OF_ORDER',
  )
  return expected && !isReported ? ['the error without a path is missing'] : []
}

/** Mutations are executed in document order. If an error nulls all data, some may be missing. */
function checkJournal({ journal }: GatewayResponse, specification: MonolithResponse, everyMutation = false): string[] {
  const { data } = specification.result
  const expected = specification.journal
  const complete = everyMutation && data !== null && data !== undefined
  const isRight = complete ? canonicalJson(journal) === canonicalJson(expected) : isPartOf(journal, expected)
  return isRight ? [] : [`mutations executed: ${journal.join(', ')}; selected: ${expected.join(', ')}`]
}

/** True if `part` is a subsequence of `complete`. */
function isPartOf(part: readonly string[], complete: readonly string[]): boolean {
  let next = 0
  for (const entry of complete) if (entry === part[next]) next++
  return next === part.length
}

function departs(stock: StockResponse | undefined, specification: MonolithResponse): boolean {
  const { result } = specification
  if (stock === undefined || JSON.stringify(stock.result.data ?? null) !== JSON.stringify(result.data ?? null))
    return true
  return checkErrors(stock.result, specification).length > 0
}

/** True if the response must equal that of a monolith. */
function isComparable(fixture: SupergraphFixture, facts: FederationFacts, trial: Trial): boolean {
  const { transportFaults, faults } = trial
  return transportFaults.length === 0 && faults.every(({ coordinate }) => isComparableField(fixture, facts, coordinate))
}

/**
 * True if a fault of a field has the same effect in a monolith. It does not if the gateway needs the field for others,
 * or if a subgraph is stricter about nulls than the supergraph and returns less.
 */
function isComparableField(fixture: SupergraphFixture, facts: FederationFacts, coordinate: string): boolean {
  if (facts.keyFields.has(coordinate) || facts.requiredFields.has(coordinate)) return false
  const [type = '', field = ''] = coordinate.split('.')
  const visible = fixture.graph.schema.getType(type)
  const definition = isObjectType(visible) ? visible.getFields()[field] : undefined
  if (definition === undefined) return false
  // Without a non-null context field, its subgraph does not return the fields beside it either.
  if (facts.contextFields.has(coordinate) && isNonNullType(definition.type)) return false
  const nullability = (type: GraphQLOutputType) => String(type).replace(/\w+/g, '')
  return definitionsOf(fixture, type, field).every((one) => nullability(one.type) === nullability(definition.type))
}
