import type { QueryPlannerConfig } from '@apollo/query-planner'

/**
 * Ways through the subgraphs that are looked at for one field. Real operations need a handful. Interfaces that are object types in some subgraph
 * multiply them with every level: without an end, a short operation takes all memory there is.
 */
export const PLAN_PATHS_MAX = 500

/**
 * Fetches that the entities of one operation may need, as `countFetches` counts them. The time of a plan grows with their square: 2,850 of them, in
 * 14 KB of text, took more than two seconds.
 */
export const PLAN_FETCHES_MAX = 800

/**
 * How operations are planned.
 *
 * Fragments of the client are not looked for in what goes to the subgraphs: measured, that takes a quarter to three quarters of the time of a plan. Of
 * the plans that are possible, so many are compared: a hundredth of the default, because each costs time that a client can ask for.
 */
export const PLANNER_CONFIG: QueryPlannerConfig = {
  reuseQueryFragments: false,
  debug: { maxEvaluatedPlans: 100, pathsLimit: PLAN_PATHS_MAX },
}
