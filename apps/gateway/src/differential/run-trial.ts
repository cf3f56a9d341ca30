import { asksForType } from './compare/asks-for-type.ts'
import { judgeDegraded } from './compare/judge-degraded.ts'
import { judgeErrors } from './compare/judge-errors.ts'
import type { SupergraphFixture } from './load-supergraph.ts'
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
  /** Whether the stock executor says something else than the specification where no subgraph failed as a whole. */
  readonly stockDeparts: boolean
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
  const circumstances: WireCircumstances = {
    fixture,
    world,
    faults: trial.faults,
    transportFaults: trial.transportFaults,
    style: trial.style,
    journal: [],
  }
  const specification = await runMonolith(circumstances, trial.operation)
  const stock = await stockAnswer(circumstances, trial)
  const problems: string[] = []
  const run = async (way: 'general' | 'pass-through') => {
    try {
      const answer = await runOurs(circumstances, prepareOurs(circumstances, trial.operation), way)
      const found = judge(fixture, [...facts.requiredFields], trial, answer, specification, stock)
      problems.push(...found.map((problem) => `${way}: ${problem}`))
      return answer
    } catch (error) {
      if (!isPlannerLimit(error)) problems.push(`${way}: ${error instanceof Error ? error.stack : String(error)}`)
      return undefined
    }
  }
  const general = await run('general')
  const passThrough = await run('pass-through')
  return {
    problems,
    stockDeparts: trial.transportFaults.length === 0 && departs(stock, specification),
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
  { graph }: SupergraphFixture,
  requiredFields: readonly string[],
  trial: Trial,
  answer: OwnAnswer,
  specification: MonolithAnswer,
  stock: StockAnswer | undefined,
): string[] {
  const kinds = trial.transportFaults.map(({ kind }) => kind)
  // What nobody can notice: the right number of entities in a wrong order, and values inside an answer that is passed through.
  if (kinds.includes('reversedEntities')) return []
  if (answer.passedThrough && kinds.some((kind) => INSIDE_VALUES.includes(kind))) return []
  const truth = specification.result.data ?? null
  if (trial.transportFaults.length > 0) {
    const found = judgeDegraded(answer.result, truth, stock, kinds, {
      dependsOnType: (place) => asksForType(graph.schema, trial.operation.document, place),
      isRequired: (field) => requiredFields.some((coordinate) => coordinate.endsWith(`.${field}`)),
    })
    return [...found, ...judgeJournal(answer, specification)]
  }
  const expected = JSON.stringify(truth)
  if (answer.dataText !== expected) return [`data is ${answer.dataText} and should be ${expected}`]
  return [...judgeErrors(answer.result, specification), ...judgeJournal(answer, specification, true)]
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

function departs(stock: StockAnswer | undefined, { result }: MonolithAnswer): boolean {
  return stock === undefined || JSON.stringify(stock.result.data ?? null) !== JSON.stringify(result.data ?? null)
}
