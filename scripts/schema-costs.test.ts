import { DEFAULT_OPERATION_LIMITS } from '@travel-rule/federation/operation/operation-limits'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { type FieldDefinitionNode, Kind, type ObjectTypeDefinitionNode, type TypeNode } from 'graphql'
import { describe, expect, test } from 'vitest'

const APPS = ['trpd-subgraph', 'aopd-subgraph', 'autod-subgraph']
const ROOTS = /^(?:Query|Mutation|Subscription|\w+Query|\w+Mutation)$/

/** The object types of a subgraph; one may be defined in several files. */
function typesOf(app: string): readonly ObjectTypeDefinitionNode[] {
  const { definitions } = loadTypeDefs(new URL(`../apps/${app}/src/`, import.meta.url))
  return definitions.filter((definition) => definition.kind === Kind.OBJECT_TYPE_DEFINITION)
}

const has = ({ directives = [] }: Pick<FieldDefinitionNode, 'directives'>, name: string) =>
  directives.some((directive) => directive.name.value === name)
const isList = (type: TypeNode): boolean =>
  type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isList(type.type))

describe.each(APPS)('in the schema of %s', (app) => {
  const types = typesOf(app)
  const names = (test: (field: FieldDefinitionNode, type: ObjectTypeDefinitionNode) => boolean) =>
    types.flatMap((type) =>
      (type.fields ?? []).filter((field) => test(field, type)).map((field) => `${type.name.value}.${field.name.value}`),
    )

  test('every root field has a @cost', () => {
    expect(names((field, type) => ROOTS.test(type.name.value) && !has(field, 'cost'))).toEqual([])
  })

  test('every list of objects has a @listSize, or is sized by the field that returns its page', () => {
    const objects = new Set(types.map(({ name }) => name.value))
    const named = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : named(type.type))
    const isSized = ({ name: { value } }: ObjectTypeDefinitionNode) => value.endsWith('Connection')
    expect(
      names(
        (field, type) =>
          isList(field.type) && objects.has(named(field.type)) && !has(field, 'listSize') && !isSized(type),
      ),
    ).toEqual([])
  })
  test('the gateway allows the largest page that the description of an argument offers', () => {
    const offered = (field: FieldDefinitionNode) =>
      (field.arguments ?? [])
        .filter(({ name }) => ['first', 'last', 'limit'].includes(name.value))
        .map(({ description }) => Number(/\d to ([\d,]+)/.exec(description?.value ?? '')?.[1]?.replaceAll(',', '')))
    expect(names((field) => offered(field).some(Number.isNaN))).toEqual([])
    expect(
      names(
        (field) => Math.max(...offered(field)) > Math.max(DEFAULT_OPERATION_LIMITS.listSizeMax, assumedSize(field)),
      ),
    ).toEqual([])
  })
})

function assumedSize({ directives = [] }: FieldDefinitionNode): number {
  const listSize = directives.find(({ name }) => name.value === 'listSize')
  const value = listSize?.arguments?.find(({ name }) => name.value === 'assumedSize')?.value
  return value?.kind === Kind.INT ? Number(value.value) : 0
}
