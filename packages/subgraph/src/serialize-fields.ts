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
 * Makes the fields of `namespaces` run one after the other, in the order of the document, as graphql-js runs the fields of the root
 * mutation type; a field that throws does not keep the next one from running.
 *
 * A field's turn ends when everything selected below it has been resolved, so that what it shows is never from after the next field. What
 * a turn waits for are resolvers and lists of promises they return; a `resolveType` that does input or output is not waited for.
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
  /** Runs `work` when the turns of all earlier fields beside `path` are over. */
  take(path: Path, work: () => unknown): Promise<unknown>
  /** Keeps the turn of the field at `path` until `pending` has settled and graphql-js has gone on below it. */
  extend(path: Path | undefined, pending: Promise<unknown>): void
}

interface Turn {
  open: number
  readonly end: () => void
}

/** Paths are the identity of a selection: siblings share one `prev`, and every execution makes its own. */
function openTurns(): Turns {
  const lastOf = new WeakMap<Path, Promise<void>>()
  const turnAt = new WeakMap<Path, Turn>()

  function hold(turn: Turn, pending: Promise<unknown>): void {
    turn.open += 1
    const release = (): void => {
      turn.open -= 1
      if (turn.open === 0) turn.end()
    }
    // graphql-js goes on in microtasks after a value settles: all of them have run before the next immediate.
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

/** What has to settle before the value is whole: a promise, or the promises in a list; `undefined` when nothing has to. */
function pendingOf(value: unknown): Promise<unknown> | undefined {
  if (isThenable(value)) return Promise.resolve(value).then((settled) => pendingOf(settled))
  if (!Array.isArray(value) || !value.some(isThenable)) return undefined
  return Promise.allSettled(value)
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
