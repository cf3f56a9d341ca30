import { DEFAULT_OPERATION_LIMITS, type OperationLimits } from '@travel-rule/federation/operation/operation-limits'
import { DEFAULT_VARIABLE_LIMITS, type VariableLimits } from '@travel-rule/federation/operation/read-variables'
import { booleanSetting, bytesSetting, countSetting, listSetting } from '@travel-rule/service/settings'
import { z } from 'zod'
import type { ClientLimits } from './client-limits.ts'

const operation = DEFAULT_OPERATION_LIMITS
const variables = DEFAULT_VARIABLE_LIMITS

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
  textBytesMax: bytes('GATEWAY_OPERATION_BYTES_MAX', operation.textBytesMax, 'Longest operation document.'),
  tokensMax: count(
    'GATEWAY_OPERATION_TOKENS_MAX',
    operation.tokensMax,
    'Longest operation document in GraphQL tokens.',
  ),
  nestingMax: count(
    'GATEWAY_OPERATION_NESTING_MAX',
    operation.nestingMax,
    'Deepest nesting of brackets in an operation document, and of selections with fragments included.',
  ),
  depthMax: count('GATEWAY_OPERATION_DEPTH_MAX', operation.depthMax, 'Deepest nesting of fields.'),
  rootFieldsMax: count(
    'GATEWAY_OPERATION_ROOT_FIELDS_MAX',
    operation.rootFieldsMax,
    'Most root fields of an operation.',
  ),
  fieldsMax: count(
    'GATEWAY_OPERATION_FIELDS_MAX',
    operation.fieldsMax,
    'Most fields of an operation; those of a fragment count each time it is used.',
  ),
  aliasesMax: count(
    'GATEWAY_OPERATION_ALIASES_MAX',
    operation.aliasesMax,
    'Most aliases of an operation; those of a fragment count each time it is used.',
  ),
  directivesMax: count('GATEWAY_OPERATION_DIRECTIVES_MAX', operation.directivesMax, 'Most directives of an operation.'),
  fragmentsMax: count('GATEWAY_OPERATION_FRAGMENTS_MAX', operation.fragmentsMax, 'Most fragments of an operation.'),
  variablesMax: count('GATEWAY_OPERATION_VARIABLES_MAX', operation.variablesMax, 'Most variables of an operation.'),
  listSizeMax: count(
    'GATEWAY_OPERATION_LIST_SIZE_MAX',
    operation.listSizeMax,
    'Most entries requested of one list, by @listSize or an argument first, last or limit; a larger assumedSize in the @listSize of a field holds for that field.',
  ),
  listSizeAssumed: count(
    'GATEWAY_OPERATION_LIST_SIZE_ASSUMED',
    operation.listSizeAssumed,
    'Entries assumed for a list of unknown length when the cost is calculated.',
  ),
  costMax: count(
    'GATEWAY_OPERATION_COST_MAX',
    operation.costMax,
    'Highest cost of an operation by @cost and @listSize, where 60 points stand for a millisecond; without directives an object costs 1, a mutation 10 more, and every 250 characters of an argument 1.',
  ),
  errorsMax: count(
    'GATEWAY_OPERATION_ERRORS_MAX',
    operation.errorsMax,
    'Most errors reported for an invalid operation.',
  ),
  variableBytesMax: bytes('GATEWAY_VARIABLES_BYTES_MAX', variables.variableBytesMax, 'Longest variables, as JSON.'),
  variableDepthMax: count(
    'GATEWAY_VARIABLES_DEPTH_MAX',
    variables.variableDepthMax,
    'Deepest nesting of objects and lists in variables.',
  ),
  variableListMax: count(
    'GATEWAY_VARIABLES_LIST_MAX',
    variables.variableListMax,
    'Most entries of one list in variables.',
  ),
  clientRatePerSecond: count(
    'GATEWAY_CLIENT_RATE_PER_SECOND',
    200,
    'Operations per second that one client (the same subject of the same client) may start on average. One that costs more than 120 points counts as several.',
  ),
  clientBurst: count('GATEWAY_CLIENT_BURST', 400, 'Operations that one client may start in a burst.'),
  clientOperationsMax: count('GATEWAY_CLIENT_OPERATIONS_MAX', 64, 'Concurrent queries and mutations of one client.'),
  clientSubscriptionsMax: count(
    'GATEWAY_CLIENT_SUBSCRIPTIONS_MAX',
    10_000,
    'Concurrent subscriptions of one client, over all its connections.',
  ),
  policiesModule: {
    variable: 'GATEWAY_POLICIES',
    schema: z.string().optional(),
    description:
      'Path of a module that exports `decide(policies, identity)`, which returns the policies (of @policy) that a caller meets. Without it, no caller meets any policy.',
    example: '/etc/gateway/policies.mjs',
  },
  overrideLabels: {
    variable: 'GATEWAY_OVERRIDE_LABELS',
    schema: listSetting.optional(),
    description:
      'Labels of @override that are active, comma-separated: their fields are resolved by the subgraph that overrides them. A label percent(n) is active for n percent of callers by a hash of their subject, and needs no setting.',
    example: 'move-prices,move-stock',
  },
  rejectUnauthorized: {
    variable: 'GATEWAY_REJECT_UNAUTHORIZED',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether an operation with a field for which its caller is not authorized is refused; otherwise that field is null, with an error.',
  },
  trustedDocuments: {
    variable: 'GATEWAY_TRUSTED_DOCUMENTS',
    schema: z.string().optional(),
    description: 'Path of a manifest of trusted documents: an Apollo persisted query manifest, or {"id": "document"}.',
    example: '/etc/gateway/persisted-queries.json',
  },
  trustedDocumentsMode: {
    variable: 'GATEWAY_TRUSTED_DOCUMENTS_MODE',
    schema: z.enum(['off', 'log', 'enforce'], { error: 'must be one of off, log, enforce' }),
    default: 'enforce',
    description:
      'What to do with operations that are not in the manifest: execute them, execute and log them, or refuse them.',
  },
  persistedBytesMax: bytes(
    'GATEWAY_PERSISTED_QUERIES_BYTES_MAX',
    8_000_000,
    'Memory for automatic persisted queries: documents that clients send once and then identify by their sha256. 0 turns them off.',
  ),
}

/** The limits of one operation and of its variables. */
export type OperationLimitConfig = OperationLimits & VariableLimits & { readonly introspection: boolean }

export function operationLimitsOf(config: OperationLimitConfig): OperationLimitConfig {
  const picked = [
    ...Object.keys(operation),
    ...Object.keys(variables),
    'introspection',
  ] as (keyof OperationLimitConfig)[]
  return Object.fromEntries(picked.map((key) => [key, config[key]])) as unknown as OperationLimitConfig
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
