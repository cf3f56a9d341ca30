import { DEFAULT_VARIABLE_LIMITS, type VariableLimits } from '@travel-rule/federation/operation/check-variables'
import { DEFAULT_OPERATION_LIMITS, type OperationLimits } from '@travel-rule/federation/operation/operation-limits'
import { booleanSetting, bytesSetting } from '@travel-rule/service/settings'
import { z } from 'zod'
import type { ClientLimits } from './client-limits.ts'
import { countSetting } from './count-setting.ts'

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

/** Settings of what one operation, and one client, may ask for, and of which operations are taken at all. */
export const limitSettings = {
  textBytesMax: bytes('GATEWAY_OPERATION_BYTES_MAX', operation.textBytesMax, 'Longest text of an operation.'),
  tokensMax: count(
    'GATEWAY_OPERATION_TOKENS_MAX',
    operation.tokensMax,
    'Longest operation, counted in tokens of the GraphQL grammar.',
  ),
  nestingMax: count(
    'GATEWAY_OPERATION_NESTING_MAX',
    operation.nestingMax,
    'Most brackets within brackets in the text of an operation, and selections within selections with its fragments.',
  ),
  depthMax: count('GATEWAY_OPERATION_DEPTH_MAX', operation.depthMax, 'Most fields within fields.'),
  rootFieldsMax: count(
    'GATEWAY_OPERATION_ROOT_FIELDS_MAX',
    operation.rootFieldsMax,
    'Most fields at the top of an operation.',
  ),
  fieldsMax: count(
    'GATEWAY_OPERATION_FIELDS_MAX',
    operation.fieldsMax,
    'Most fields of an operation, those of a fragment counted wherever it is used.',
  ),
  aliasesMax: count(
    'GATEWAY_OPERATION_ALIASES_MAX',
    operation.aliasesMax,
    'Most aliases of an operation, those of a fragment counted wherever it is used.',
  ),
  directivesMax: count('GATEWAY_OPERATION_DIRECTIVES_MAX', operation.directivesMax, 'Most directives of an operation.'),
  fragmentsMax: count('GATEWAY_OPERATION_FRAGMENTS_MAX', operation.fragmentsMax, 'Most fragments of an operation.'),
  variablesMax: count('GATEWAY_OPERATION_VARIABLES_MAX', operation.variablesMax, 'Most variables of an operation.'),
  listSizeMax: count(
    'GATEWAY_OPERATION_LIST_SIZE_MAX',
    operation.listSizeMax,
    'Most entries that one list may be asked for, by @listSize or by an argument first, last or limit.',
  ),
  listSizeAssumed: count(
    'GATEWAY_OPERATION_LIST_SIZE_ASSUMED',
    operation.listSizeAssumed,
    'Entries that a list counts with in the cost when nothing says how long it is.',
  ),
  costMax: count(
    'GATEWAY_OPERATION_COST_MAX',
    operation.costMax,
    'Most that an operation may cost by @cost and @listSize; an object costs 1, a mutation 10 more.',
  ),
  errorsMax: count(
    'GATEWAY_OPERATION_ERRORS_MAX',
    operation.errorsMax,
    'Most errors that are looked for in an operation that is not valid.',
  ),
  variableBytesMax: bytes('GATEWAY_VARIABLES_BYTES_MAX', variables.variableBytesMax, 'Longest variables, as JSON.'),
  variableDepthMax: count(
    'GATEWAY_VARIABLES_DEPTH_MAX',
    variables.variableDepthMax,
    'Most objects and lists within each other in variables.',
  ),
  variableListMax: count(
    'GATEWAY_VARIABLES_LIST_MAX',
    variables.variableListMax,
    'Most entries of one list in variables.',
  ),
  clientRatePerSecond: count(
    'GATEWAY_CLIENT_RATE_PER_SECOND',
    200,
    'Operations per second that one client may begin in the long run: the same subject of the same client.',
  ),
  clientBurst: count('GATEWAY_CLIENT_BURST', 400, 'Operations that one client may begin at once.'),
  clientOperationsMax: count(
    'GATEWAY_CLIENT_OPERATIONS_MAX',
    64,
    'Queries and mutations of one client under way at the same time.',
  ),
  clientSubscriptionsMax: count(
    'GATEWAY_CLIENT_SUBSCRIPTIONS_MAX',
    10_000,
    'Subscriptions of one client at the same time, over all its connections.',
  ),
  policiesModule: {
    variable: 'GATEWAY_POLICIES',
    schema: z.string().optional(),
    description:
      'Path of a module that exports `decide(policies, identity)`: those of the policies (of @policy) that a caller fulfils. Without it nobody fulfils any.',
    example: '/etc/gateway/policies.mjs',
  },
  rejectUnauthorized: {
    variable: 'GATEWAY_REJECT_UNAUTHORIZED',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether an operation with a field that its caller may not see is refused whole; otherwise that field is null, with an error.',
  },
  trustedDocuments: {
    variable: 'GATEWAY_TRUSTED_DOCUMENTS',
    schema: z.string().optional(),
    description: 'Path of a manifest of published operations: an Apollo persisted query manifest, or {"id": "text"}.',
    example: '/etc/gateway/persisted-queries.json',
  },
  trustedDocumentsMode: {
    variable: 'GATEWAY_TRUSTED_DOCUMENTS_MODE',
    schema: z.enum(['off', 'log', 'enforce'], { error: 'must be one of off, log, enforce' }),
    default: 'enforce',
    description:
      'What becomes of operations that the manifest does not have: nothing special, a line in the log, refusal.',
  },
  persistedBytesMax: bytes(
    'GATEWAY_PERSISTED_QUERIES_BYTES_MAX',
    8_000_000,
    'Memory for texts that clients send once and then name by their sha256 (automatic persisted queries); 0 switches them off.',
  ),
}

/** The settings that are limits of one operation and of its variables. */
export type OperationLimitConfig = OperationLimits & VariableLimits & { readonly introspection: boolean }

/** The limits of one operation and of its variables. */
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
