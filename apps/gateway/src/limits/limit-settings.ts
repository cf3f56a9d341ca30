import { DEFAULT_OPERATION_LIMITS, type OperationLimits } from '@travel-rule/federation/operation/operation-limits'
import { DEFAULT_VARIABLE_LIMITS, type VariableLimits } from '@travel-rule/federation/operation/read-variables'
import { booleanSetting, bytesSetting, countSetting, listSetting } from '@travel-rule/service/settings'
import { z } from 'zod'
import type { ClientLimits } from './client-limits.ts'

const bytes = <const Name extends string>(variable: Name, value: number, description: string) => ({
  variable,
  schema: bytesSetting,
  default: String(value),
  description,
})
const count = <const Name extends string>(variable: Name, value: number, description: string) => ({
  variable,
  schema: countSetting,
  default: String(value),
  description,
})

/** Settings that limit operations and clients, and that decide which operations are accepted. */
export const limitSettings = {
  costMax: count(
    'GATEWAY_OPERATION_COST_MAX',
    DEFAULT_OPERATION_LIMITS.costMax,
    'Maximum cost of an operation by @cost and @listSize, where 60 points stand for a millisecond; without directives an object costs 1, a mutation 10 more, and every 250 characters of an argument 1. Raise it for larger reports, lower it on a public API.',
  ),
  clientRatePerSecond: count(
    'GATEWAY_CLIENT_RATE_PER_SECOND',
    200,
    'Operations per second that one client (the same subject of the same client) may start on average. An operation that costs more than 120 points counts as several. Raise it for a service with more load.',
  ),
  clientBurst: count(
    'GATEWAY_CLIENT_BURST',
    400,
    'Operations that one client may start in a burst. Raise it for a batch job.',
  ),
  clientOperationsMax: count(
    'GATEWAY_CLIENT_OPERATIONS_MAX',
    64,
    'Concurrent queries and mutations of one client. Raise it for a service with more load.',
  ),
  clientSubscriptionsMax: count(
    'GATEWAY_CLIENT_SUBSCRIPTIONS_MAX',
    10_000,
    'Concurrent subscriptions of one client, over all its connections. Raise it for a service that subscribes for each of its users.',
  ),
  policiesModule: {
    variable: 'GATEWAY_POLICIES',
    schema: z.string().optional(),
    description:
      'Path of a module that exports `decide(policies, identity)`, which returns the policies (of @policy) that a caller meets. Set it when a subgraph uses @policy: without it, no caller meets any policy.',
    example: '/etc/gateway/policies.mjs',
  },
  overrideLabels: {
    variable: 'GATEWAY_OVERRIDE_LABELS',
    schema: listSetting.optional(),
    description:
      'Labels of @override that are active, comma-separated: their fields are resolved by the subgraph that overrides them. Set it while a field moves between subgraphs. A label percent(n) is active for n percent of callers by a hash of their subject, and needs no setting.',
    example: 'move-prices,move-stock',
  },
  rejectUnauthorized: {
    variable: 'GATEWAY_REJECT_UNAUTHORIZED',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether an operation with a field for which its caller is not authorized is refused. Set true for clients that cannot use a part of a response; otherwise that field is null, with an error.',
  },
  trustedDocuments: {
    variable: 'GATEWAY_TRUSTED_DOCUMENTS',
    schema: z.string().optional(),
    description:
      'Path of a manifest of trusted documents: an Apollo persisted query manifest, or {"id": "document"}. Set it when all clients are known, to refuse every other operation.',
    example: '/etc/gateway/persisted-queries.json',
  },
  trustedDocumentsMode: {
    variable: 'GATEWAY_TRUSTED_DOCUMENTS_MODE',
    schema: z.enum(['off', 'log', 'enforce'], { error: 'must be one of off, log, enforce' }),
    default: 'enforce',
    description:
      'What to do with operations that are not in the manifest: execute them, execute and log them, or refuse them. Set log before a manifest is enforced.',
  },
  persistedBytesMax: bytes(
    'GATEWAY_PERSISTED_QUERIES_BYTES_MAX',
    8_000_000,
    'Memory for automatic persisted queries: documents that clients send once and then identify by their sha256. Raise it for many clients with operations of their own. 0 turns them off.',
  ),
}

/** The limits of one operation and of its variables. */
export type OperationLimitConfig = OperationLimits & VariableLimits & { readonly introspection: boolean }

/** Only the cost has a setting: it bounds what the others leave. */
export function operationLimitsOf(config: {
  readonly costMax: number
  readonly introspection: boolean
  readonly bodyBytesMax: number
}): OperationLimitConfig {
  const { costMax, introspection, bodyBytesMax } = config
  const variables = { ...DEFAULT_VARIABLE_LIMITS, variableBytesMax: bodyBytesMax }
  return { ...DEFAULT_OPERATION_LIMITS, ...variables, costMax, introspection }
}

/** The limits of one client. */
export function clientLimitsOf(config: {
  readonly clientRatePerSecond: number
  readonly clientBurst: number
  readonly clientOperationsMax: number
  readonly clientSubscriptionsMax: number
}): ClientLimits {
  return {
    rate: { perSecond: config.clientRatePerSecond, burst: config.clientBurst },
    operationsMax: config.clientOperationsMax,
    subscriptionsMax: config.clientSubscriptionsMax,
  }
}
