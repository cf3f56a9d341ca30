import '@travel-rule/federation/supergraph/quiet-apollo'
import { operationFromDocument } from '@apollo/federation-internals'
import { buildOperationContext, executeQueryPlan, RemoteGraphQLDataSource, type ServiceMap } from '@apollo/gateway'
import type { QueryPlan } from '@apollo/query-planner'
import { openLogger } from '@travel-rule/service/logger'
import type { FormattedExecutionResult } from 'graphql'
import { sendOverWire, type WireCircumstances } from '../world/send-over-wire.ts'
import type { OperationInput } from './monolith.ts'

const logger = openLogger({ name: 'differential', level: 'silent' })

/** The response of `@apollo/gateway`'s executor; `thrown` when it threw. */
export interface StockResponse {
  readonly result: FormattedExecutionResult
  readonly thrown: boolean
  readonly journal: readonly string[]
}

export function planStock(
  { fixture, labels }: Pick<WireCircumstances, 'fixture' | 'labels'>,
  { document, operationName }: OperationInput,
): QueryPlan {
  const { supergraph, planner } = fixture.stock
  const options = { validate: false, ...(operationName !== undefined && { operationName }) }
  // Stock itself never activates a label, so its planner is compared.
  const overrideConditions = new Map(labels.map((label) => [label, true]))
  return planner.buildQueryPlan(operationFromDocument(supergraph.apiSchema(), document, options), {
    overrideConditions,
  })
}

export async function runStock(
  circumstances: WireCircumstances,
  plan: QueryPlan,
  { document, operationName, variables }: OperationInput,
): Promise<StockResponse> {
  const { fixture } = circumstances
  const journal: string[] = []
  const result = await executeQueryPlan(
    plan,
    dataSources({ ...circumstances, journal }),
    {
      request: { variables },
      context: {},
      metrics: {},
      logger,
    } as unknown as Parameters<typeof executeQueryPlan>[2],
    buildOperationContext({
      schema: fixture.graph.schema,
      operationDocument: document,
      ...(operationName !== undefined && { operationName }),
    }),
    fixture.fullSchema,
    fixture.stock.supergraph.apiSchema(),
  )
  const response = JSON.parse(JSON.stringify(result)) as FormattedExecutionResult
  return { result: response, thrown: !('data' in response), journal }
}

function dataSources(circumstances: WireCircumstances): ServiceMap {
  const map: ServiceMap = Object.create(null)
  for (const name of circumstances.fixture.subgraphs.keys()) {
    map[name] = new RemoteGraphQLDataSource({
      url: `http://${name}.invalid/graphql`,
      fetcher: (async (_url: string, init: { body: string }) => {
        const { status, contentType, body } = await sendOverWire(circumstances, name, init.body)
        return new Response(body, { status, headers: { 'content-type': contentType } })
      }) as unknown as RemoteGraphQLDataSource['fetcher'],
    })
  }
  return map
}
