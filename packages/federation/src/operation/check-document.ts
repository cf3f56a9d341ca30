import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { combineRules } from './combine-rules.ts'
import { countComparisons } from './count-comparisons.ts'
import { addLocations } from './error-locations.ts'
import { measureDocument } from './measure-document.ts'
import { limitExceeded, type OperationLimits } from './operation-limits.ts'
import { refusalError, shortMessage } from './refusal-error.ts'
import { scanDocument } from './scan-document.ts'

export interface DocumentRules {
  readonly limits: OperationLimits
  /** True if clients may read the schema. */
  readonly introspection: boolean
}

/**
 * The parsed and validated document, without locations; or the errors.
 *
 * Each step bounds the next: a document is scanned before it is parsed, and measured before it is
 * validated. Codes: `OPERATION_LIMIT_EXCEEDED`, `GRAPHQL_PARSE_FAILED`,
 * `GRAPHQL_VALIDATION_FAILED`.
 */
export function checkDocument(
  schema: GraphQLSchema,
  text: string,
  rules: DocumentRules,
): DocumentNode | readonly GraphQLError[] {
  const { limits } = rules
  const tooLong = checkScan(text, limits)
  if (tooLong !== undefined) return [tooLong]
  const document = parseDocument(text, limits)
  if (document instanceof GraphQLError) return [document]
  const tooLarge = checkMeasure(document, limits) ?? refuseProto(text, document)
  if (tooLarge !== undefined) return [tooLarge]
  const problems = validateDocument(schema, text, document, rules)
  return problems.length > 0 ? problems : document
}

function checkScan(text: string, { textBytesMax, tokensMax, nestingMax }: OperationLimits): GraphQLError | undefined {
  const bytes = Buffer.byteLength(text)
  if (bytes > textBytesMax) return limitExceeded({ limit: 'bytes', max: textBytesMax, value: bytes, unit: 'bytes' })
  const { tokens, nesting } = scanDocument(text)
  if (tokens > tokensMax) return limitExceeded({ limit: 'tokens', max: tokensMax, value: tokens, unit: 'tokens' })
  if (nesting > nestingMax) {
    return limitExceeded({ limit: 'nesting', max: nestingMax, value: nesting, unit: 'levels of nested brackets' })
  }
  return undefined
}

function parseDocument(text: string, { tokensMax }: OperationLimits): DocumentNode | GraphQLError {
  try {
    return parse(text, { maxTokens: tokensMax, noLocation: true })
  } catch (error) {
    if (error instanceof GraphQLError) return withCode(error, 'GRAPHQL_PARSE_FAILED')
    throw error
  }
}

function checkMeasure(document: DocumentNode, limits: OperationLimits): GraphQLError | undefined {
  const measure = measureDocument(document, limits.nestingMax)
  if (measure.cycle !== undefined) return invalid(`Cannot spread fragment "${measure.cycle}" within itself.`)
  const exceeded = [
    { limit: 'fragments', max: limits.fragmentsMax, value: measure.fragments, unit: 'fragments' },
    { limit: 'variables', max: limits.variablesMax, value: measure.variables, unit: 'variables' },
    { limit: 'nesting', max: limits.nestingMax, value: measure.nesting, unit: 'levels of nested selections' },
    { limit: 'depth', max: limits.depthMax, value: measure.depth, unit: 'levels of fields' },
    { limit: 'rootFields', max: limits.rootFieldsMax, value: measure.rootFields, unit: 'root fields' },
    { limit: 'aliases', max: limits.aliasesMax, value: measure.aliases, unit: 'aliases' },
    { limit: 'directives', max: limits.directivesMax, value: measure.directives, unit: 'directives' },
    { limit: 'fields', max: limits.fieldsMax, value: measure.fields, unit: 'fields' },
  ].find(({ max, value }) => value > max)
  if (exceeded !== undefined) return limitExceeded(exceeded)
  // A document with so few fields cannot exceed the limit.
  if (measure.fields <= neverTooManyFields) return undefined
  const comparisons = countComparisons(document, COMPARISONS_MAX)
  return comparisons > COMPARISONS_MAX ? tooManyComparisons(comparisons) : undefined
}

/** Refused because many clients cannot read a property named `__proto__` in a response. */
function refuseProto(text: string, document: DocumentNode): GraphQLError | undefined {
  if (!text.includes(PROTO)) return undefined
  let found = false
  visit(document, {
    Name({ value }) {
      if (value === PROTO) found = true
    },
  })
  return found ? invalid(`The name ${PROTO} cannot be used.`) : undefined
}

const PROTO = '__proto__'

function validateDocument(
  schema: GraphQLSchema,
  text: string,
  document: DocumentNode,
  { limits, introspection }: DocumentRules,
): readonly GraphQLError[] {
  const rules = introspection ? RULES : RULES_WITHOUT_INTROSPECTION
  const options = { maxErrors: limits.errorsMax, hideSuggestions: !introspection }
  try {
    const errors = validate(schema, document, rules, options)
    if (errors.length === 1 && errors[0]?.message === ABORTED) return [tooManyComparisons(COMPARISONS_MAX + 1)]
    const listed = errors.slice(0, limits.errorsMax)
    addLocations(text, document, listed)
    return listed.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'))
  } catch (error) {
    // graphql-js evaluates @skip and @include on a subscription's root field without variables, and
    // throws.
    if (error instanceof GraphQLError) {
      return [
        invalid('The operation cannot be validated: a subscription must not have @skip or @include on its root field.'),
      ]
    }
    throw error
  }
}

const RULES = [combineRules(specifiedRules)]
const RULES_WITHOUT_INTROSPECTION = [combineRules([...specifiedRules, NoSchemaIntrospectionCustomRule])]

/** Message of graphql-js when it stops comparing fields at its own limit, which is higher. */
const ABORTED = 'Validation aborted.'
/** Number of comparisons for which graphql-js takes about 40 ms. */
const COMPARISONS_MAX = 200_000
const neverTooManyFields = 100

function tooManyComparisons(comparisons: number): GraphQLError {
  const unit = 'or more comparisons of fields with the same response name'
  return limitExceeded({ limit: 'comparisons', max: COMPARISONS_MAX, value: Math.ceil(comparisons), unit })
}

function invalid(message: string): GraphQLError {
  return refusalError({ code: 'GRAPHQL_VALIDATION_FAILED', message })
}

/** Changes the error in place, since a copy would compute its locations again. */
function withCode(error: GraphQLError, code: string): GraphQLError {
  error.extensions.code = code
  error.message = shortMessage(error.message)
  return error
}
