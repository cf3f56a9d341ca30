import {
  type DocumentNode,
  type GraphQLCompositeType,
  type GraphQLField,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { SupergraphFixture } from '../load-supergraph.ts'
import type { FederationFacts } from '../world/federation-facts.ts'
import { publicType } from '../world/public-types.ts'
import { definitionsOf } from '../world/shapes.ts'

/** The features of an operation that executors often get wrong. */
export interface OperationFeatures {
  /** An alias equal to the name of a key or a required field. */
  aliasOfKey: boolean
  /** A field with an argument from a context. */
  context: boolean
  /** A field that is computed from others. */
  requiring: boolean
  /** `@skip` or `@include`. */
  conditions: boolean
  introspection: boolean
  /** A fragment on a root type that has a different name in a subgraph. */
  renamedRootFragment: boolean
  /** An interface or union that includes a root type. */
  rootBehindAbstract: boolean
  /** A fragment on an interface or union. */
  abstractFragment: boolean
  /** A field that is nullable in an interface, but not in all implementing types. */
  stricterField: boolean
  /** A field that has a different type in one of the subgraphs. */
  otherTypeElsewhere: boolean
  /** A field of an object with an interface that is an interface object in a subgraph. */
  interfaceObject: boolean
}

export function featuresOf(
  fixture: SupergraphFixture,
  facts: FederationFacts,
  document: DocumentNode,
): OperationFeatures {
  const { schema } = fixture.graph
  const { reservedNames: reserved, interfaceObjects: objects } = fixture.graph.facts
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => isObjectType(type))
  const found: OperationFeatures = {
    aliasOfKey: false,
    context: false,
    requiring: false,
    conditions: false,
    introspection: false,
    renamedRootFragment: false,
    rootBehindAbstract: false,
    abstractFragment: false,
    stricterField: false,
    otherTypeElsewhere: false,
    interfaceObject: false,
  }
  const possible = (type: GraphQLCompositeType) => (isAbstractType(type) ? schema.getPossibleTypes(type) : [type])
  const note = (feature: keyof OperationFeatures, isPresent: boolean) => {
    found[feature] ||= isPresent
  }
  const noteField = (parent: GraphQLCompositeType, { name, type }: GraphQLField<unknown, unknown>) => {
    for (const owner of possible(parent)) {
      const names = [owner.name, ...(isObjectType(owner) ? owner.getInterfaces().map((each) => each.name) : [])]
      note(
        'interfaceObject',
        names.some((each) => objects.has(each)),
      )
      note('context', facts.contextArguments.has(`${owner.name}.${name}`))
      note('requiring', facts.requires.has(`${owner.name}.${name}`))
      const own = isObjectType(owner) ? owner.getFields()[name]?.type : undefined
      note('stricterField', isInterfaceType(parent) && !isNonNullType(type) && isNonNullType(own))
      const there = isCompositeType(getNamedType(type)) ? definitionsOf(fixture, owner.name, name) : []
      note(
        'otherTypeElsewhere',
        there.some((each) => getNamedType(each.type).name !== getNamedType(type).name),
      )
    }
    const inner = getNamedType(type)
    note('rootBehindAbstract', isAbstractType(inner) && roots.some((root) => schema.isSubType(inner, root)))
  }
  const noteCondition = (name: string | undefined) => {
    const type = name === undefined ? undefined : schema.getType(name)
    note('abstractFragment', isAbstractType(type))
    const there = [...fixture.subgraphs.values()].map(
      (subgraph) => publicType(subgraph.schema, name ?? '')?.name ?? name,
    )
    note(
      'renamedRootFragment',
      there.some((each) => each !== name),
    )
  }
  const types = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name, alias }) {
        note('aliasOfKey', alias !== undefined && alias.value !== name.value && reserved.has(alias.value))
        note('introspection', name.value === '__schema' || name.value === '__type')
        const [parent, field] = [types.getParentType(), types.getFieldDef()]
        if (parent && field && !name.value.startsWith('__') && !parent.name.startsWith('__')) noteField(parent, field)
      },
      InlineFragment: ({ typeCondition }) => noteCondition(typeCondition?.name.value),
      FragmentDefinition: ({ typeCondition }) => noteCondition(typeCondition.name.value),
      Directive: () => note('conditions', true),
    }),
  )
  return found
}
