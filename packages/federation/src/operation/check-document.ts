import { refusalError } from '@travel-rule/subgraph/graphql-error'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { measureDocument } from './measure-document.ts'
import { limitExceeded, type OperationLimits } from './operation-limits.ts'
import { scanText } from './scan-text.ts'
import { showPlaces } from './show-places.ts'
import { shownMessage } from './shown-message.ts'

export interface DocumentRules {
  readonly limits: OperationLimits
  /** Whether the schema may be read. */
  readonly introspection: boolean
}

/**
 * A text parsed, without the places of its nodes, and validated; or what is wrong with it.
 *
 * Every step is bounded by the one before: the text is scanned before it is parsed, and measured before it is validated, so that no
 * text makes a later step slow. Codes: `OPERATION_LIMIT_EXCEEDED`, `GRAPHQL_PARSE_FAILED`, `GRAPHQL_VALIDATION_FAILED`.
 */
export function checkDocument(
  schema: GraphQLSchema,
  text: string,
  rules: DocumentRules,
): DocumentNode | readonly GraphQLError[] {
  const { limits } = rules
  const tooLong = scanWithin(text, limits)
  if (tooLong !== undefined) return [tooLong]
  const document = parseWithin(text, limits)
  if (document instanceof GraphQLError) return [document]
  const tooLarge = measureWithin(document, limits) ?? refuseNames(text, document)
  if (tooLarge !== undefined) return [tooLarge]
  const problems = validateWithin(schema, text, document, rules)
  return problems.length > 0 ? problems : document
}

function scanWithin(text: string, { textBytesMax, tokensMax, nestingMax }: OperationLimits): GraphQLError | undefined {
  const bytes = Buffer.byteLength(text)
  if (bytes > textBytesMax) return limitExceeded({ limit: 'bytes', max: textBytesMax, value: bytes, unit: 'bytes' })
  const { tokens, nesting } = scanText(text)
  if (tokens > tokensMax) return limitExceeded({ limit: 'tokens', max: tokensMax, value: tokens, unit: 'tokens' })
  if (nesting > nestingMax) {
    return limitExceeded({ limit: 'nesting', max: nestingMax, value: nesting, unit: 'brackets within brackets' })
  }
  return undefined
}

function parseWithin(text: string, { tokensMax }: OperationLimits): DocumentNode | GraphQLError {
  try {
    return parse(text, { maxTokens: tokensMax, noLocation: true })
  } catch (error) {
    if (error instanceof GraphQLError) return withCode(error, 'GRAPHQL_PARSE_FAILED')
    throw error
  }
}

function measureWithin(document: DocumentNode, limits: OperationLimits): GraphQLError | undefined {
  const measure = measureDocument(document, limits.nestingMax)
  if (measure.cycle !== undefined) return invalid(`Cannot spread fragment "${measure.cycle}" within itself.`)
  const exceeded = [
    { limit: 'fragments', max: limits.fragmentsMax, value: measure.fragments, unit: 'fragments' },
    { limit: 'variables', max: limits.variablesMax, value: measure.variables, unit: 'variables' },
    { limit: 'nesting', max: limits.nestingMax, value: measure.nesting, unit: 'selections within selections' },
    { limit: 'depth', max: limits.depthMax, value: measure.depth, unit: 'levels of fields' },
    { limit: 'rootFields', max: limits.rootFieldsMax, value: measure.rootFields, unit: 'fields at its top' },
    { limit: 'aliases', max: limits.aliasesMax, value: measure.aliases, unit: 'aliases' },
    { limit: 'directives', max: limits.directivesMax, value: measure.directives, unit: 'directives' },
    { limit: 'fields', max: limits.fieldsMax, value: measure.fields, unit: 'fields' },
  ].find(({ max, value }) => value > max)
  return exceeded && limitExceeded(exceeded)
}

/** `__proto__` as a key of an answer or of variables would not be a key at all for many programs. */
function refuseNames(text: string, document: DocumentNode): GraphQLError | undefined {
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

function validateWithin(
  schema: GraphQLSchema,
  text: string,
  document: DocumentNode,
  { limits, introspection }: DocumentRules,
): readonly GraphQLError[] {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  const options = { maxErrors: limits.errorsMax, hideSuggestions: !introspection }
  try {
    const errors = validate(schema, document, rules, options)
    if (errors.length === 1 && errors[0]?.message === ABORTED) return [limitExceeded(comparisons())]
    const told = errors.slice(0, limits.errorsMax)
    showPlaces(text, document, told)
    return told.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'))
  } catch (error) {
    // graphql-js evaluates @skip and @include at the top of a subscription without having its variables, and throws.
    if (error instanceof GraphQLError) {
      return [invalid('The operation cannot be validated. A subscription takes no @skip or @include on its own field.')]
    }
    throw error
  }
}

/** What graphql-js says when it gives up comparing fields that are under the same name; it compares this often. */
const ABORTED = 'Validation aborted.'
const COMPARISONS_MAX = 500_000

function comparisons() {
  const unit = 'or more pairs of fields under the same name'
  return { limit: 'comparisons', max: COMPARISONS_MAX, value: COMPARISONS_MAX + 1, unit }
}

function invalid(message: string): GraphQLError {
  return refusalError({ code: 'GRAPHQL_VALIDATION_FAILED', message })
}

/** The same error: another would look for its place in the text again. */
function withCode(error: GraphQLError, code: string): GraphQLError {
  error.extensions.code = code
  error.message = shownMessage(error.message)
  return error
}

/** The operations of a document, without its fragments. */
export function operationsOf({ definitions }: DocumentNode) {
  return definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
}
