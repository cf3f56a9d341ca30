import type { FetchNode } from '@apollo/query-planner'
import { compiledOperation } from '../execution/compile-operation.ts'
import { compileFetchText, compileVariables } from '../execution/plan/fetch-text.ts'
import type { SubgraphFetch } from '../execution/plan-run.ts'
import type { SubgraphFault } from '../execution/subgraph-fault.ts'
import { planVariables } from '../operation/own-representations.ts'
import type { PlannedOperation } from '../operation/plan-operation.ts'
import type { PreparedOperation } from '../pipeline.ts'

/** What the subgraph that owns a subscription is asked for. */
export interface UpstreamRequest {
  readonly subgraph: string
  readonly fetch: SubgraphFetch
  /** Whether that is the client's own operation, whose events can go through as they come. */
  readonly asSent: boolean
}

/** A fault when the variables are nested too deeply to be written. */
export function upstreamRequestOf({
  graph,
  planned,
  variables,
  source,
}: PreparedOperation): UpstreamRequest | SubgraphFault {
  const { passThrough } = compiledOperation(graph, planned)
  const primary = primaryOf(planned)
  // What policies allow may change with each event: the answer to the plan can be cut down to that.
  const asSent = passThrough !== undefined && source.checked.policies.length === 0
  const fetch = asSent ? passThrough.write(variables) : writePrimary(primary, planVariables(planned, variables))
  return 'fault' in fetch ? fetch : { subgraph: primary.serviceName, fetch, asSent }
}

function primaryOf({ plan }: PlannedOperation): FetchNode {
  if (plan.node?.kind !== 'Subscription') throw new Error('the plan is not one of a subscription')
  return plan.node.primary
}

function writePrimary(primary: FetchNode, variables: PreparedOperation['variables']): SubgraphFetch | SubgraphFault {
  return compileFetchText(primary)(compileVariables(primary.variableUsages)(variables))
}
