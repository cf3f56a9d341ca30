import {
  type DocumentNode,
  executeSync,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  visit,
} from 'graphql'
import { maskedError } from '../shown-error.ts'
import { FAILED, type ProjectionState } from './projection-state.ts'

/** Answers one field of the schema itself, as graphql-js does. It needs no subgraph. */
export function compileIntrospection(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  nodes: readonly FieldNode[],
): (state: ProjectionState) => unknown {
  const selections = [...nodes]
  const used = usedBy(selections, fragments)
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        variableDefinitions: variableDefinitions.filter(({ variable }) => used.variables.has(variable.name.value)),
        selectionSet: { kind: Kind.SELECTION_SET, selections },
      },
      ...used.fragments,
    ],
  }
  return (state) => {
    const { data, errors = [] } = executeSync({ schema, document, variableValues: state.run.variables })
    for (const error of errors) state.errors.push(maskedError(error, state.run.logger))
    const [value] = Object.values(data ?? {})
    return value === undefined ? FAILED : value
  }
}

function usedBy(nodes: readonly FieldNode[], all: ReadonlyMap<string, FragmentDefinitionNode>) {
  const variables = new Set<string>()
  const fragments = new Set<FragmentDefinitionNode>()
  const look = (node: FieldNode | FragmentDefinitionNode): void => {
    visit(node, {
      Variable: ({ name }) => void variables.add(name.value),
      FragmentSpread: ({ name }) => {
        const fragment = all.get(name.value)
        if (fragment === undefined || fragments.has(fragment)) return
        fragments.add(fragment)
        look(fragment)
      },
    })
  }
  nodes.forEach(look)
  return { variables, fragments }
}
