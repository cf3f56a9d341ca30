import { visit } from 'graphql'
import type { Trial } from './trial.ts'

/**
 * What the planner cannot plan, whatever the document is rewritten to. The gateway then refuses, or answers null with an error; it never
 * answers something else.
 */
interface PlannerLimit {
  readonly why: string
  /** What the planner throws. */
  readonly thrown?: RegExp
  /** Fields of a supergraph for which plans are wrong. */
  readonly fields?: { readonly supergraph: string; readonly names: readonly string[] }
}

export const PLANNER_LIMITS: readonly PlannerLimit[] = [
  {
    why: 'the ways to plan grow with every level of interfaces that are interface objects elsewhere: limited, or the process would run out of memory',
    thrown: /ways to be planned/,
  },
  {
    why: '@requires of a field that has @requires itself, or that is several subgraphs away: its fetch is planned before what it needs',
    fields: { supergraph: 'chain', names: ['four', 'five'] },
  },
]

/** Whether the planner refused the operation for a known limit. */
export function isPlannerLimit(error: unknown): boolean {
  const message = error instanceof Error ? error.message : String(error)
  return PLANNER_LIMITS.some(({ thrown }) => thrown?.test(message))
}

/** Whether the operation asks for a field for which plans are known to be wrong. */
export function asksForLimited({ supergraph, operation }: Trial): boolean {
  const names = PLANNER_LIMITS.flatMap(({ fields }) => (fields?.supergraph === supergraph ? fields.names : []))
  let found = false
  visit(operation.document, {
    Field({ name }) {
      found ||= names.includes(name.value)
    },
  })
  return found
}
