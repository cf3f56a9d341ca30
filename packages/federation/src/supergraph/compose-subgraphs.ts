import './quiet-apollo.ts'
import { composeServices } from '@apollo/composition'
import { type DirectiveNode, type DocumentNode, type FieldNode, GraphQLError, Kind, parse, visit } from 'graphql'

/** One subgraph to compose. */
export interface ComposedSubgraph {
  readonly name: string
  readonly typeDefs: DocumentNode
  /** The URL in the supergraph. A gateway may override it. */
  readonly url: string
}

export type Composition =
  | { readonly ok: true; readonly sdl: string }
  /** One line per problem: its code, and the subgraph if known. */
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * Composes subgraphs to a supergraph, as SDL.
 *
 * Also refuses arguments inside `@key` and `@requires`, which composition allows: the planner
 * silently returns wrong data when a client selects the same field with other arguments.
 */
export function composeSubgraphs(subgraphs: readonly ComposedSubgraph[]): Composition {
  const problems = subgraphs.flatMap(fieldSetProblems)
  if (problems.length > 0) return { ok: false, problems }
  const result = composeServices([...subgraphs])
  if (result.errors === undefined) return { ok: true, sdl: `${result.supergraphSdl.trim()}\n` }
  return { ok: false, problems: result.errors.map(describe) }
}

function fieldSetProblems({ name, typeDefs }: ComposedSubgraph): string[] {
  const problems: string[] = []
  const fieldSetDirectives = fieldSetDirectivesOf(typeDefs)
  visit(typeDefs, {
    Directive(node, _key, _parent, _path, ancestors) {
      if (!fieldSetDirectives.has(node.name.value.replace(/^.*__/, ''))) return
      const field = fieldWithArguments(node)
      if (field === undefined) return
      const path = ancestors.flatMap((ancestor) =>
        'kind' in ancestor && 'name' in ancestor ? [nameOf(ancestor.name)] : [],
      )
      problems.push(
        `FIELD_SET_HAS_ARGUMENTS [${name}] ${path.join('.')}: @${node.name.value} must not give arguments to "${field}"`,
      )
    },
  })
  return problems
}

/** Names of `@key` and `@requires` in a subgraph, which `@link` may rename. */
function fieldSetDirectivesOf(typeDefs: DocumentNode): ReadonlySet<string> {
  const names = new Set(['key', 'requires'])
  visit(typeDefs, {
    ObjectValue({ fields }) {
      const stringAt = (key: string) => {
        const value = fields.find((field) => field.name.value === key)?.value
        return value?.kind === Kind.STRING ? value.value : ''
      }
      const imported = /^@(?:key|requires)$/.test(stringAt('name'))
      if (imported && stringAt('as').startsWith('@')) names.add(stringAt('as').slice(1))
    },
  })
  return names
}

/** The first field with arguments in `fields`; a syntax error is left for composition to report. */
function fieldWithArguments(directive: DirectiveNode): string | undefined {
  const fields = directive.arguments?.find((argument) => argument.name.value === 'fields')?.value
  if (fields?.kind !== Kind.STRING) return undefined
  const found: string[] = []
  try {
    visit(parse(`{ ${fields.value} }`), {
      Field(node: FieldNode) {
        if (node.arguments !== undefined && node.arguments.length > 0) found.push(node.name.value)
      },
    })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
  }
  return found[0]
}

function nameOf(name: unknown): string {
  return typeof name === 'object' && name !== null && 'value' in name ? String(name.value) : ''
}

function describe(error: GraphQLError): string {
  const code = typeof error.extensions.code === 'string' ? `${error.extensions.code} ` : ''
  const lines = (error.nodes ?? []).flatMap(({ loc }) => (loc === undefined ? [] : [`line ${loc.startToken.line}`]))
  return `${code}${error.message}${lines.length > 0 ? ` (${[...new Set(lines)].join(', ')})` : ''}`
}
