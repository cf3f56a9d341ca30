import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
} from 'graphql'

type Path = GraphQLResolveInfo['path']

/**
 * Makes the fields of `namespaces` run serially in document order, as graphql-js runs the fields of
 * the root mutation type. A field that throws does not stop the next one.
 *
 * A field's turn ends when everything selected below it is resolved, so that its result never shows
 * the effects of the next field. A turn waits for resolvers and the lists of promises that they
 * return, but not for an asynchronous `resolveType`.
 */
export function serializeFields(schema: GraphQLSchema, namespaces: readonly GraphQLObjectType[]): void {
  if (namespaces.length === 0) return
  const names = new Set(namespaces.map(({ name }) => name))
  const turns = openTurns()
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (names.has(type.name)) serializeField(field, turns)
      else reportField(field, turns, names)
    }
  }
}

function serializeField(field: GraphQLField<unknown, unknown>, turns: Turns): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = (source, args, context, info) => turns.take(info.path, () => resolve(source, args, context, info))
}

function reportField(field: GraphQLField<unknown, unknown>, turns: Turns, names: ReadonlySet<string>): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = (source, args, context, info) => {
    const result = resolve(source, args, context, info)
    const pending = info.operation.operation === 'mutation' ? pendingOf(result) : undefined
    if (pending !== undefined) turns.extend(serialAncestor(info.path, names), pending)
    return result
  }
}

interface Turns {
  /** Runs `work` after the turns of all earlier siblings of `path`. */
  take(path: Path, work: () => unknown): Promise<unknown>
  /** Extends the turn at `path` until `pending` and what graphql-js resolves below are settled. */
  extend(path: Path | undefined, pending: Promise<unknown>): void
}

interface Turn {
  open: number
  readonly end: () => void
}

/** A path object identifies a selection; siblings of one execution share one `prev`. */
function openTurns(): Turns {
  const lastOf = new WeakMap<Path, Promise<void>>()
  const turnAt = new WeakMap<Path, Turn>()

  function hold(turn: Turn, pending: Promise<unknown>): void {
    turn.open += 1
    const release = (): void => {
      turn.open -= 1
      if (turn.open === 0) turn.end()
    }
    // graphql-js continues in microtasks after a value settles; all of them run before the next
    // immediate.
    const later = (): void => void setImmediate(release)
    pending.then(later, later)
  }

  return {
    async take(path, work) {
      const namespace = path.prev ?? path
      const before = lastOf.get(namespace)
      const over = Promise.withResolvers<void>()
      const turn: Turn = { open: 0, end: over.resolve }
      lastOf.set(namespace, over.promise)
      turnAt.set(path, turn)
      await before
      const result = (async () => work())()
      hold(turn, pendingOf(result) ?? result)
      return result
    },
    extend(path, pending) {
      const turn = path === undefined ? undefined : turnAt.get(path)
      if (turn !== undefined && turn.open > 0) hold(turn, pending)
    },
  }
}

function serialAncestor(path: Path, names: ReadonlySet<string>): Path | undefined {
  for (let at: Path | undefined = path.prev; at !== undefined; at = at.prev) {
    if (at.typename !== undefined && names.has(at.typename)) return at
  }
  return undefined
}

/** Settles when a promise or the promises of a list have; `undefined` for other values. */
function pendingOf(value: unknown): Promise<unknown> | undefined {
  if (isThenable(value)) return Promise.resolve(value).then((settled) => pendingOf(settled))
  if (!Array.isArray(value) || !value.some(isThenable)) return undefined
  return Promise.allSettled(value)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
