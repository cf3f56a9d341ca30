import type { ConditionNode, PlanNode, QueryPlan, SubscriptionNode } from '@apollo/query-planner'
import type { SupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import type { PlanRun, Step, StepOf } from '../run/plan-run.ts'
import { compileEntityFetch } from './compile-entity-fetch.ts'
import { compileEvent, compileRootFetch } from './compile-root-fetch.ts'
import type { TargetPath } from './response-tree.ts'

/** A plan compiled to one function. Each step starts as soon as the preceding ones have completed. */
export function compilePlan({ node }: QueryPlan, facts: SupergraphFacts): Step {
  if (node === undefined) return () => undefined
  const step = node.kind === 'Subscription' ? compileSubscription(node, facts) : compileNode(node, [], facts)
  return (run) => step(run)?.then(() => (run.postponed.length === 0 ? undefined : fetchPostponed(run)))
}

/**
 * Sends postponed fetches. When none of them makes progress, the first is sent incomplete, and the
 * others are tried again.
 */
async function fetchPostponed(run: PlanRun): Promise<void> {
  for (;;) {
    await fetchPossible(run)
    const incomplete = run.postponed.shift()
    if (incomplete === undefined) return
    await incomplete(true)
  }
}

/** Repeats until no fetch makes progress. An incomplete fetch postpones itself again. */
async function fetchPossible(run: PlanRun): Promise<void> {
  for (let progress = true; progress; ) {
    progress = false
    for (const fetch of [...run.postponed.splice(0), ...run.visited]) {
      const pending = fetch(false)
      if (pending === undefined) continue
      progress = true
      await pending
    }
  }
}

/** The event is the response to the primary fetch. */
function compileSubscription({ primary, rest }: SubscriptionNode, facts: SupergraphFacts): Step {
  const event = compileEvent(primary, facts)
  return rest === undefined ? event : inSequence([event, compileNode(rest, [], facts)])
}

function compileNode(node: PlanNode, path: TargetPath, facts: SupergraphFacts): Step {
  switch (node.kind) {
    case 'Sequence':
      return inSequence(node.nodes.map((child) => compileNode(child, path, facts)))
    case 'Parallel':
      return inParallel(node.nodes.map((child) => compileNode(child, path, facts)))
    case 'Flatten':
      return compileNode(node.node, [...path, ...node.path], facts)
    case 'Condition':
      return condition(node, path, facts)
    case 'Fetch':
      return node.requires === undefined
        ? compileRootFetch(node, path, facts)
        : compileEntityFetch({ ...node, requires: node.requires }, path, facts)
    case 'Defer':
      throw new Error('plans with @defer are not supported')
  }
}

export function inSequence<Run>(steps: readonly StepOf<Run>[]): StepOf<Run> {
  return async (run) => {
    for (const step of steps) {
      const pending = step(run)
      if (pending !== undefined) await pending
    }
  }
}

export function inParallel<Run>(steps: readonly StepOf<Run>[]): StepOf<Run> {
  return (run) => {
    const pending = steps.map((step) => step(run)).filter((step) => step !== undefined)
    return pending.length === 0 ? undefined : Promise.all(pending).then(() => undefined)
  }
}

/** Runs one of two branches, depending on the value of a variable or its default. */
function condition(
  { condition: name, ifClause, elseClause }: ConditionNode,
  path: TargetPath,
  facts: SupergraphFacts,
): Step {
  const whenTrue = ifClause === undefined ? undefined : compileNode(ifClause, path, facts)
  const whenFalse = elseClause === undefined ? undefined : compileNode(elseClause, path, facts)
  return (run) => (run.variables[name] === true ? whenTrue : whenFalse)?.(run)
}
