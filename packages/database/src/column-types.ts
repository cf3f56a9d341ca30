import pg from 'pg'

const { builtins } = pg.types
const BIGINT_ARRAY = 1016

/**
 * The JavaScript types of columns: `bigint` (and `count(*)`) is `bigint`, `bigint[]` an array of it, `date` a `YYYY-MM-DD`
 * string, so that no time zone shifts it, `numeric` a decimal string, `timestamptz` a `Date`.
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

/** Parses an array of one dimension. */
function parseBigintArray(text: string): (bigint | null)[] {
  const items = text.slice(1, -1)
  return items === '' ? [] : items.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}
