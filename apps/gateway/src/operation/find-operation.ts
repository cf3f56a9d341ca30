import {
  type CheckedOperation,
  type CheckLimits,
  checkOperation,
} from '@travel-rule/federation/operation/check-operation'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import { GraphQLError } from 'graphql'
import type { OperationTexts, SentOperation } from './operation-texts.ts'

/** An operation of the graph, with the text that it was made from: for the same text always the same string, as long as it is cached. */
export interface FoundOperation {
  readonly text: string
  readonly operationName: string | undefined
  readonly checked: CheckedOperation
}

/** The operation that a request sends or names: known already, or parsed and validated now and kept. Or why there is none. */
export function findOperation(
  graph: Graph,
  sent: SentOperation & { readonly operationName?: string | undefined },
  texts: OperationTexts,
  limits: CheckLimits,
): FoundOperation | readonly GraphQLError[] {
  const text = texts.textOf(sent)
  if (text instanceof GraphQLError) return [text]
  const { operationName } = sent
  const known = graph.operations.get(text, operationName)
  const checked = known ?? checkOperation(graph, text, operationName, limits)
  if (!('definition' in checked)) return checked
  if (known === undefined) graph.operations.set(text, operationName, checked)
  texts.keep(sent)
  return { text: checked.text, operationName, checked }
}
