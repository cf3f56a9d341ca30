import '../supergraph/quiet-apollo.ts'
import { setImmediate } from 'node:timers/promises'
import { QueryPlanner, type QueryPlannerConfig } from '@apollo/query-planner'
import { parse } from 'graphql'
import { type OperationCache, openOperationCache } from '../operation/operation-cache.ts'
import { buildSupergraph, invalidSupergraph, type Supergraph } from '../supergraph/build-supergraph.ts'
import { withoutCollation } from './without-collation.ts'
import {
  openPlannerWorkarounds,
  type PlannerWorkarounds,
  plannableSupergraph,
} from './workarounds/planner-workarounds.ts'

/**
 * A supergraph against which operations are checked, planned and executed. A request uses the same
 * graph until it completes.
 */
export interface Graph extends Supergraph {
  readonly planner: QueryPlanner
  readonly pathBudget: PathBudget
  readonly workarounds: PlannerWorkarounds
  /** Operations that were checked, with their plans. Apart from `pathBudget`, the only mutable part. */
  readonly operations: OperationCache
}

/**
 * Builds the graph of a supergraph.
 *
 * Throws `InvalidSupergraphError`, which names `source`, when the SDL is not a supergraph that can
 * be served.
 */
export function buildGraph(sdl: string, source?: string): Graph {
  const steps = buildSteps(sdl, source)
  for (;;) {
    const step = withoutCollation(() => steps.next())
    if (step.done === true) return step.value
  }
}

/** Like `buildGraph`, but in steps between which other work runs: a large supergraph takes seconds. */
export async function buildGraphGently(sdl: string, source?: string): Promise<Graph> {
  const steps = buildSteps(sdl, source)
  for (;;) {
    const step = withoutCollation(() => steps.next())
    if (step.done === true) return step.value
    await setImmediate()
  }
}

function* buildSteps(sdl: string, source = 'the supergraph'): Generator<undefined, Graph> {
  try {
    const plannable = plannableSupergraph(parse(sdl))
    const [supergraph, apollo] = yield* buildSupergraph(sdl, plannable)
    yield
    const pathBudget = new PathBudget()
    const planner = new QueryPlanner(apollo, plannerConfig(pathBudget))
    yield
    const workarounds = openPlannerWorkarounds(supergraph, plannable.corrections)
    return Object.freeze({ ...supergraph, planner, pathBudget, workarounds, operations: openOperationCache() })
  } catch (error) {
    throw invalidSupergraph(source, error)
  }
}

/**
 * Does not reconstruct named fragments in subgraph operations, which would take between a quarter and three quarters of
 * the planning time. Compares only a hundredth of the default number of plans, since clients choose what is planned.
 */
function plannerConfig(budget: PathBudget): QueryPlannerConfig {
  // The planner only compares the limit, so an object with a numeric value can count the comparisons.
  const pathsLimit = budget as unknown as number
  return { reuseQueryFragments: false, debug: { maxEvaluatedPlans: 100, pathsLimit } }
}

/**
 * Maximum number of paths through the subgraphs that the planner may consider for one field. Interface objects multiply
 * the paths with every level: without a limit, a short operation exhausts the memory.
 */
export const PLAN_PATHS_MAX = 1_000

/** Number of paths that are always allowed, however many fields an operation has. */
const PLAN_PATHS_MIN = 500

/**
 * Maximum number of planning steps (each extends one path by one field) times the paths of a field. It bounds the
 * planning time: 3 million took 50 to 300 ms.
 */
const PLAN_WORK_MAX = 3_000_000

/**
 * The planner's limit of paths, which decreases as an operation takes more steps: an operation may have many paths for
 * a few fields, or a few paths for many fields.
 */
class PathBudget {
  #steps = 0

  /** Called when the next plan begins. */
  start(): void {
    this.#steps = 0
  }

  /** Number of paths that a field may currently have. */
  get pathsMax(): number {
    const affordable = Math.floor(PLAN_WORK_MAX / Math.max(1, this.#steps))
    return Math.min(PLAN_PATHS_MAX, Math.max(PLAN_PATHS_MIN, affordable))
  }

  /** The limit that the planner compares with the number of a field's paths, once for each step. */
  valueOf(): number {
    this.#steps += 1
    return this.pathsMax
  }
}
