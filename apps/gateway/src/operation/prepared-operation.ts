import type { CheckedOperation } from '@travel-rule/federation/operation/check-operation'
import type { Variables } from '@travel-rule/federation/operation/collect-fields'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import type { GraphQLError, OperationTypeNode } from 'graphql'
import type { GraphSnapshot } from '../supergraph-source/live-graph.ts'
import type { SubscriptionExtensions } from './subscription-extensions.ts'

/** A GraphQL request, over any transport. */
export interface OperationRequest {
  /** Empty when the request names a persisted query. */
  readonly query: string
  readonly operationName?: string | undefined
  readonly variables?: Variables | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/** A valid operation that its client may start now. It is neither authorised nor planned. */
export interface AdmittedOperation {
  /**
   * The snapshot that the operation uses until it completes, even when another graph is served.
   */
  readonly snapshot: GraphSnapshot
  readonly source: OperationSource
  /** Coerced. */
  readonly variables: Variables
}

/** An operation that is authorised and planned. */
export interface PreparedOperation extends AdmittedOperation {
  readonly graph: Graph
  readonly type: `${OperationTypeNode}`
  readonly planned: PlannedOperation
}

/** What an operation was prepared from, so that a subscription can be prepared again. */
export interface OperationSource {
  readonly document: string
  readonly operationName: string | undefined
  readonly checked: CheckedOperation
  /**
   * Variables before coercion. For a subscription, which is long-lived, only the declared ones.
   */
  readonly rawVariables: Variables
  readonly extensions: SubscriptionExtensions
}

/** The request with which a live subscription is prepared again. */
export function requestOf({ document, operationName, rawVariables, extensions }: OperationSource): OperationRequest {
  return { query: document, operationName, variables: rawVariables, extensions: { ...extensions } }
}

/** The errors of an operation that is not executed. */
export interface OperationRefusal {
  readonly errors: readonly GraphQLError[]
}

export type Preparation = PreparedOperation | OperationRefusal
