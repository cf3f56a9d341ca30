import {
  type GraphQLInputType,
  GraphQLNonNull,
  isNonNullType,
  Kind,
  type VariableDefinitionNode,
  type VariableNode,
} from 'graphql'
import type { Random } from '../world/random.ts'
import { jsonFor, literalFor, name, typeNode, type VariableFor } from './input-values.ts'

/** The variables of an operation that is being generated. */
export interface OperationVariables {
  readonly variableFor: VariableFor
  /** A variable for `@skip` or `@include`. */
  condition(type: GraphQLInputType): VariableNode
  readonly definitions: readonly VariableDefinitionNode[]
  readonly values: Readonly<Record<string, unknown>>
}

const variablesMax = 8
const NAMES = ['id', 'v', 'first', 'constructor', 'hasOwnProperty', 'toString', '_']

export function openVariables(random: Random): OperationVariables {
  const definitions: { node: VariableDefinitionNode; type: string; nullable: boolean }[] = []
  const values: Record<string, unknown> = Object.create(null)

  /** Adds a variable. Its value may be absent or null if its type and default allow that. */
  function add(type: GraphQLInputType, withDefault: boolean): VariableNode {
    const preferred = random.pick(NAMES)
    const isUsed = definitions.some(({ node }) => node.variable.name.value === preferred)
    const variable: VariableNode = { kind: Kind.VARIABLE, name: name(isUsed ? `v${definitions.length}` : preferred) }
    const defaultValue = withDefault ? literalFor(type, random, () => undefined) : undefined
    const node = {
      kind: Kind.VARIABLE_DEFINITION,
      variable,
      type: typeNode(type),
      ...(defaultValue && { defaultValue }),
    }
    definitions.push({ node: node as VariableDefinitionNode, type: String(type), nullable: !isNonNullType(type) })
    const mayBeAbsent = defaultValue !== undefined || !isNonNullType(type)
    if (mayBeAbsent && random.chance(0.3)) return variable
    const isNull = !isNonNullType(type) && random.chance(0.2)
    values[variable.name.value] = isNull ? null : jsonFor(type, random)
    return variable
  }

  function variableFor(type: GraphQLInputType, hasDefault: boolean): VariableNode | undefined {
    const usable = definitions.filter((known) => known.type === String(type) || known.type === `${type}!`)
    if (usable.length > 0 && random.chance(0.4)) return random.pick(usable).node.variable
    if (definitions.length >= variablesMax) return undefined
    if (isNonNullType(type)) return add(hasDefault && random.chance(0.3) ? type.ofType : type, random.chance(0.2))
    const strict = random.chance(0.2)
    return add(strict ? new GraphQLNonNull(type) : type, random.chance(0.3))
  }

  return {
    variableFor,
    condition(type) {
      const usable = definitions.filter((known) => known.type === String(type))
      return usable.length > 0 && random.chance(0.6) ? random.pick(usable).node.variable : add(type, random.chance(0.2))
    },
    get definitions() {
      return definitions.map(({ node }) => node)
    },
    values,
  }
}
