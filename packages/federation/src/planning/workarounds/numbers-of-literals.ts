import { randomUUID } from 'node:crypto'
import {
  type FloatValueNode,
  GraphQLFloat,
  getNamedType,
  type IntValueNode,
  isSpecifiedScalarType,
  Kind,
  type StringValueNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { forEachNode } from '../../operation/for-each-node.ts'
import { badInput } from '../../operation/refusal-error.ts'
import { isRawNumber, verbatimNumber } from '../../subgraph-client/data-object.ts'
import type { FetchWorkaround, Workaround } from './workaround.ts'

/**
 * Planner defect: it converts the literals of custom scalars to JavaScript numbers, so that a subgraph
 * gets 9007199254740992 for 9007199254740993; and it fails for 1e400.
 *
 * Replaces such a number by a string for the planner; `numbersOfLiterals` writes it back. Throws
 * `BAD_USER_INPUT` for a `Float` beyond the range of a double. Shown by: numbers-of-literals.test.ts
 */
export const stringsForNumbers: Workaround =
  ({ schema }) =>
  (document) => {
    let isUnusual = false
    forEachNode(document, (node) => {
      if (node.kind === Kind.INT || node.kind === Kind.FLOAT) isUnusual ||= isRawNumber(verbatimNumber(node.value))
    })
    if (!isUnusual) return { document }
    const types = new TypeInfo(schema)
    const replace = (node: IntValueNode | FloatValueNode): StringValueNode | undefined => {
      const type = getNamedType(types.getInputType())
      // Within an object of a custom scalar, no type is known.
      if (type === GraphQLFloat && !Number.isFinite(Number(node.value))) {
        throw badInput(`Float cannot represent non numeric value: ${node.value}`)
      }
      if (type != null && isSpecifiedScalarType(type)) return undefined
      if (!isRawNumber(verbatimNumber(node.value))) return undefined
      return { kind: Kind.STRING, value: `${MARK}${node.value}` }
    }
    return {
      document: visit(document, visitWithTypeInfo(types, { IntValue: replace, FloatValue: replace })),
    }
  }

/** The numbers that `stringsForNumbers` replaced. */
export const numbersOfLiterals: FetchWorkaround = () => (node) =>
  node.operation.includes(MARK) ? [{ ...node, operation: node.operation.replaceAll(MARKED, '$1') }] : [node]

/** A prefix that no client string contains. */
const MARK = `number ${randomUUID()} `
const MARKED = new RegExp(`"${MARK}([-+.\\deE]+)"`, 'g')
