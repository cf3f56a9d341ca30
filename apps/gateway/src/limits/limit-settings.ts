import { DEFAULT_OPERATION_LIMITS, type OperationLimits } from '@travel-rule/federation/operation/operation-limits'
import { DEFAULT_VARIABLE_LIMITS, type VariableLimits } from '@travel-rule/federation/operation/read-variables'
import { booleanSetting, countSetting, listSetting, partsSetting } from '@travel-rule/service/settings'
import { z } from 'zod'
import type { ClientLimits } from './client-limits.ts'

const count = <const Name extends string>(variable: Name, value: number, description: string) => ({
  variable,
  schema: countSetting,
  default: String(value),
  description,
})

const CLIENT_LIMITS = 'rate=200,burst=400,operations=64,subscriptions=10000'

/** Settings that limit operations and clients, and that decide which operations are accepted. */
export const limitSettings = {
  costMax: count(
    'GATEWAY_OPERATION_COST_MAX',
    DEFAULT_OPERATION_LIMITS.costMax,
    'Maximum cost of an operation by @cost and @listSize, where 60 points stand for a millisecond; without directives an object costs 1, a mutation 10 more, and every 250 characters of an argument 1. Raise it for larger reports, lower it on a public API.',
  ),
  clientLimits: {
    variable: 'GATEWAY_CLIENT_LIMITS',
    formerly: [
      'GATEWAY_CLIENT_RATE_PER_SECOND',
      'GATEWAY_CLIENT_BURST',
      'GATEWAY_CLIENT_OPERATIONS_MAX',
      'GATEWAY_CLIENT_SUBSCRIPTIONS_MAX',
    ],
    schema: partsSetting(CLIENT_LIMITS, {
      rate: countSetting,
      burst: countSetting,
      operations: countSetting,
      subscriptions: countSetting,
    }),
    default: CLIENT_LIMITS,
    description:
      'What one client (the same subject of the same client) may do: start `rate` operations per second on average and `burst` at once, where an operation that costs more than 120 points counts as several; and have `operations` queries and mutations and `subscriptions` at the same time, over all its connections. An entry that is left out has its default. Raise them for a service with more load, a batch job, or a service that subscribes for each of its users.',
    example: 'rate=1000,burst=2000',
  },
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
    formerly: ['GATEWAY_PERSISTED_QUERIES_BYTES_MAX'],
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
}

/** The limits of one operation and of its variables. */
export type OperationLimitConfig = OperationLimits & VariableLimits & { readonly introspection: boolean }

/** The limits of operations. Only that of the cost is a setting: it bounds any operation that the others allow. */
export function operationLimitsOf(config: {
  readonly costMax: number
  readonly introspection: boolean
  readonly bytesMax: { readonly body: number }
}): OperationLimitConfig {
  const { costMax, introspection, bytesMax } = config
  const variables = { ...DEFAULT_VARIABLE_LIMITS, variableBytesMax: bytesMax.body }
  return { ...DEFAULT_OPERATION_LIMITS, ...variables, costMax, introspection }
}

/** The limits of one client. */
export function clientLimitsOf(config: {
  readonly clientLimits: Readonly<Record<'rate' | 'burst' | 'operations' | 'subscriptions', number>>
}): ClientLimits {
  const { rate, burst, operations, subscriptions } = config.clientLimits
  return { rate: { perSecond: rate, burst }, operationsMax: operations, subscriptionsMax: subscriptions }
}
