import type { PlanNode, QueryPlan } from '@apollo/query-planner'
import { type DocumentNode, visit } from 'graphql'

// Measured with operations from 50 to 3,000 characters, and plans from 1 to 2,500 fetches, with what is compiled from them.
const OPERATION_BYTES = 4_000
const BYTES_PER_CHARACTER = 2
const BYTES_PER_NODE = 150
const PLAN_BYTES = 8_000
const BYTES_PER_FETCH = 800
const BYTES_PER_CHARACTER_OF_FETCHES = 14

/** What a text and its document take in memory, about, without plans. */
export function operationBytes(text: string, document: DocumentNode): number {
  let nodes = 0
  visit(document, {
    enter() {
      nodes += 1
    },
  })
  return OPERATION_BYTES + text.length * BYTES_PER_CHARACTER + nodes * BYTES_PER_NODE
}

/** What a plan takes in memory, about, with what is compiled from it. It may be far larger than the text: every place of an entity is a fetch. */
export function planBytes({ node }: QueryPlan): number {
  return PLAN_BYTES + (node === undefined ? 0 : nodeBytes(node))
}

function nodeBytes(node: PlanNode | NonNullable<QueryPlan['node']>): number {
  switch (node.kind) {
    case 'Fetch': {
      const characters = node.operation.length + JSON.stringify(node.requires ?? []).length
      return BYTES_PER_FETCH + characters * BYTES_PER_CHARACTER_OF_FETCHES
    }
    case 'Sequence':
    case 'Parallel':
      return node.nodes.reduce((sum, each) => sum + nodeBytes(each), 0)
    case 'Flatten':
      return nodeBytes(node.node)
    case 'Condition':
      return partBytes(node.ifClause) + partBytes(node.elseClause)
    case 'Subscription':
      return partBytes(node.primary) + partBytes(node.rest)
    case 'Defer':
      return 0
  }
}

function partBytes(node: PlanNode | undefined): number {
  return node === undefined ? 0 : nodeBytes(node)
}
