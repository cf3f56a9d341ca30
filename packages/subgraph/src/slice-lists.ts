import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLSchema,
  getNullableType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql'
import type { SubgraphContext } from './subgraph-context.ts'

/** Number of items completed in one step: a millisecond or two, and one SQL statement per entity type. */
export const SLICE_ITEMS = 50

/**
 * Makes every field of `schema` that resolves to a long list complete it in slices, between which
 * other operations run: graphql-js completes a list, and everything below it, in one turn of the
 * event loop.
 *
 * The remaining items fail when the request is over. Needs a `SubgraphContext`.
 */
export function sliceLists(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (isListType(getNullableType(field.type))) sliceField(field as GraphQLField<unknown, SubgraphContext>)
    }
  }
}

function sliceField(field: GraphQLField<unknown, SubgraphContext>): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = (source, args, context, info) => {
    const list: unknown = resolve(source, args, context, info)
    return list instanceof Promise ? list.then((items) => sliced(items, context)) : sliced(list, context)
  }
}

function sliced(list: unknown, context: Pick<SubgraphContext, 'pause'>): unknown {
  if (!Array.isArray(list) || list.length <= SLICE_ITEMS) return list
  let turn = Promise.resolve()
  return list.map((item: unknown, index) => {
    if (index % SLICE_ITEMS === 0) turn = turn.then(context.pause)
    return Promise.all([item, turn]).then(([value]) => value)
  })
}
