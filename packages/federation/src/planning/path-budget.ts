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
export class PathBudget {
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
