import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  validate,
  visit,
} from 'graphql'

const TYPENAME: SelectionNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }
const roundsMax = 12

/** The document without its invalid parts; `undefined` when it remains invalid. */
export function makeValid(schema: GraphQLSchema, document: DocumentNode): DocumentNode | undefined {
  let current = tidy(document)
  for (let round = 0; round < roundsMax; round++) {
    const problems = validate(schema, current)
    if (problems.length === 0) return current
    const wrong = new Set(problems.flatMap(({ nodes }) => nodes?.at(-1) ?? []))
    current = tidy(without(current, wrong))
  }
  return undefined
}

function without(document: DocumentNode, wrong: ReadonlySet<ASTNode>): DocumentNode {
  return visit(document, {
    Field: (node) => (contains(node, wrong) ? null : undefined),
    InlineFragment: (node) => (wrong.has(node) ? null : undefined),
    FragmentSpread: (node) => (wrong.has(node) ? null : undefined),
    Directive: (node) => (contains(node, wrong) ? null : undefined),
  })
}

/** True if a node or one of its arguments is invalid. Its selections are checked separately. */
function contains(node: ASTNode & { readonly arguments?: readonly ASTNode[] }, wrong: ReadonlySet<ASTNode>): boolean {
  if (wrong.has(node)) return true
  let found = false
  for (const argument of node.arguments ?? []) {
    visit(argument, {
      enter: (inner) => {
        found ||= wrong.has(inner)
      },
    })
  }
  return found
}

/** The document without empty selections, unused fragments and unused variables. */
export function tidy(document: DocumentNode): DocumentNode {
  const filled = visit(document, {
    SelectionSet: { leave: (node) => (node.selections.length === 0 ? { ...node, selections: [TYPENAME] } : undefined) },
  })
  const fragments = new Map(
    filled.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION).map((node) => [node.name.value, node]),
  )
  const used = new Set<FragmentDefinitionNode>()
  const definitions = filled.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => withoutUnusedVariables(operation, fragments, used))
  return { kind: Kind.DOCUMENT, definitions: [...definitions, ...used] }
}

function withoutUnusedVariables(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  used: Set<FragmentDefinitionNode>,
): OperationDefinitionNode {
  const variables = new Set<string>()
  const seen = new Set<string>()
  const follow = (node: SelectionSetNode | OperationDefinitionNode['directives']) => {
    for (const one of Array.isArray(node) ? node : [node]) {
      visit(one as SelectionSetNode, {
        Variable: (variable) => void variables.add(variable.name.value),
        FragmentSpread(spread) {
          const fragment = fragments.get(spread.name.value)
          if (fragment === undefined || seen.has(spread.name.value)) return
          seen.add(spread.name.value)
          used.add(fragment)
          follow(fragment.selectionSet)
        },
      })
    }
  }
  follow(operation.selectionSet)
  const definitions = operation.variableDefinitions?.filter(({ variable }) => variables.has(variable.name.value))
  return { ...operation, variableDefinitions: definitions ?? [] }
}
