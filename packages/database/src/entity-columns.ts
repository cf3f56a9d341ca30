import type { Insertable, JSONColumnType } from 'kysely'

/** The columns of an entity whose row has the same fields: an absent field is null, a list or an object is JSON. */
export type ColumnsOf<Entity> = { [Name in keyof Entity]-?: ColumnOf<Entity[Name]> }

type ColumnOf<Value> = Value extends undefined
  ? null
  : Value extends string | number | bigint | boolean | Date | Uint8Array
    ? Value
    : JSONColumnType<Value & object>

/** The row of an entity. `names` are all of its fields. */
export function rowOf<Entity extends object>(
  entity: Entity,
  names: readonly (keyof Entity)[],
): Insertable<ColumnsOf<Entity>> {
  return Object.fromEntries(names.map((name) => [name, stored(entity[name])])) as Insertable<ColumnsOf<Entity>>
}

function stored(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date || value instanceof Uint8Array)
  return isJson ? JSON.stringify(value) : (value ?? null)
}

/** The entity of a row: its null columns are undefined. Changes `row` itself, which costs less than a copy. */
export function entityOf<Row extends object>(row: Row): EntityOf<Row> {
  const fields = row as Record<string, unknown>
  for (const name in fields) if (fields[name] === null) fields[name] = undefined
  return row as EntityOf<Row>
}

type EntityOf<Row> = { [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name] } & {
  [Name in keyof Row as null extends Row[Name] ? Name : never]?: NonNullable<Row[Name]> | undefined
}
