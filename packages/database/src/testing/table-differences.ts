import type pg from 'pg'
import { snakeCaseOf } from '../column-names.ts'

/**
 * How the interfaces of tables in `source` differ from the tables of a database: in the name of a column, in whether it
 * can be null, or in its type. `source` has an interface `Tables` and, for each table, an interface of its columns or a
 * `ColumnsOf` an entity; a type that is declared elsewhere is not compared.
 */
export async function differencesFrom(pool: pg.Pool, source: string): Promise<string[]> {
  const { rows } = await pool.query<StoredColumn>(`
    select table_name || '.' || column_name as name, is_nullable = 'YES' as "isNullable", data_type as type
    from information_schema.columns where table_schema = 'public'`)
  const stored = new Map(rows.map((row) => [row.name, row]))
  const declared = declaredColumns(source)
  if (declared.length === 0) throw new Error('the source declares no columns')
  return declared.flatMap(({ name, isNullable, type }) => {
    const column = stored.get(name)
    if (column === undefined) return [`${name} does not exist`]
    const expected = TYPES.find(([word]) => word.test(type))?.[1]
    return [
      ...(column.isNullable === isNullable ? [] : [`${name} ${column.isNullable ? 'can' : 'cannot'} be null`]),
      ...(expected === undefined || expected.includes(column.type) ? [] : [`${name} is of type ${column.type}`]),
    ]
  })
}

interface StoredColumn {
  readonly name: string
  readonly isNullable: boolean
  readonly type: string
}

/** The types of columns for the words in a declaration; the first match counts. */
const TYPES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/JSONColumnType</, ['jsonb']],
  [/\[\]/, ['ARRAY', 'jsonb']],
  [/\b(?:Buffer|Uint8Array)\b/, ['bytea']],
  [/\bDate\b/, ['timestamp with time zone']],
  [/\bboolean\b|\btrue\b/, ['boolean']],
  [/\bbigint\b/, ['bigint']],
  [/\bnumber\b/, ['integer', 'smallint', 'double precision']],
  [/\bstring\b|'/, ['text', 'uuid', 'date', 'numeric', 'jsonb']],
]

function declaredColumns(source: string): StoredColumn[] {
  const aliases = new Map(
    Array.from(source.matchAll(/^export type (\w+) = ColumnsOf<(\w+)>$/gm), ([, name, of]) => [name, of]),
  )
  const interfaces = new Map(
    Array.from(
      source.matchAll(/^export interface (\w+)(?: extends (\w+))?.*? \{\n(.*?)^\}/gms),
      ([, name, base, body]) => [
        name,
        { base, fields: Array.from((body ?? '').matchAll(/^ {2}(?:readonly )?(\w+)(\??): (.+)$/gm)) },
      ],
    ),
  )
  const fieldsOf = (name: string | undefined): RegExpExecArray[] => {
    const found = interfaces.get(aliases.get(name) ?? name)
    return found === undefined ? [] : [...fieldsOf(found.base), ...found.fields]
  }
  return (interfaces.get('Tables')?.fields ?? []).flatMap(([, table = '', , type]) =>
    fieldsOf(type).map(([, name = '', optional, declared = '']) => ({
      name: `${snakeCaseOf(table)}.${snakeCaseOf(name)}`,
      isNullable: optional === '?' || /\b(?:null|undefined)\b/.test(declared),
      type: declared,
    })),
  )
}
