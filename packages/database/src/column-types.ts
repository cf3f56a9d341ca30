import pg from 'pg'

const { builtins } = pg.types
const BIGINT_ARRAY = 1016

/**
 * How columns come back: `bigint` (also of `count(*)`) as `bigint`, `bigint[]` as an array of them, `date` as a
 * `YYYY-MM-DD` string that no time zone shifts; `numeric` stays a decimal string, `timestamptz` a `Date`.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (id === builtins.INT8) return BigInt
      if (id === builtins.DATE) return String
      if (id === BIGINT_ARRAY) return parseBigintArray
    }
    return pg.types.getTypeParser(id, format)
  },
}

/** Of one dimension, which is all that a plain `bigint[]` column is used for. */
function parseBigintArray(text: string): (bigint | null)[] {
  const items = text.slice(1, -1)
  return items === '' ? [] : items.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}
