/**
 * Paths through the subgraphs that the planner may consider for one field. Interface objects
 * multiply the paths with every level: without a limit, a short operation exhausts the memory.
 */
export const PLAN_PATHS_MAX = 1_000

/** Paths that are always allowed, however many fields an operation has. */
const PLAN_PATHS_MIN = 500

/**
 * Steps of planning, each of which extends one path by one field, times the paths of a field. It
 * bounds the time of a plan: 3 million took 50 to 300 ms.
 */
const PLAN_WORK_MAX = 3_000_000

/**
 * The limit of paths for the planner, which falls as an operation takes more steps: an operation
 * may have many paths for a few fields, or some paths for many.
 */
export class PathBudget {
  #steps = 0

  /** Begins with the next plan. */
  start(): void {
    this.#steps = 0
  }

  /** Paths that a field may have now. */
  get pathsMax(): number {
    const affordable = Math.floor(PLAN_WORK_MAX / Math.max(1, this.#steps))
    return Math.min(PLAN_PATHS_MAX, Math.max(PLAN_PATHS_MIN, affordable))
  }

  /** The limit as the planner compares it with the paths of a field, once for each step. */
  valueOf(): number {
    this.#steps += 1
    return this.pathsMax
  }
}
