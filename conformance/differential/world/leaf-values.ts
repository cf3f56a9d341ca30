import { readExactly } from './exact-json.ts'
import type { Random } from './random.ts'

/** Strings that are easily corrupted in transit. */
export const STRINGS = [
  '',
  'plain',
  'ünïcödé ß 漢字',
  '🧑‍🚀 and 𝒳',
  'line\u2028and\u2029paragraph',
  'quote " back \\ slash / tab \t line \n nul \u0000 del \u007f',
  '\\ud83d looks like a surrogate',
  'half \ud83d of a pair',
  '</script><!-- {"data":null} -->',
  '__typename',
  '\ufeffmark',
  'null',
] as const
const INTS = [0, 1, -1, 7, 2147483647, -2147483648, 65536] as const
const FLOATS = [0, -0, 0.1, -1.5, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 3, -2147483649] as const
const LONGS = [0, 9007199254740991, -9007199254740991, 4294967296] as const
/** Only valid ones, since the gateway refuses others in arguments. */
const DATE_TIMES = ['2026-01-31T12:00:00Z', '1970-01-01T00:00:00.000Z', '2026-06-30T23:59:59+02:00'] as const
const JSONS = [
  true,
  -0.5,
  'text\u2028',
  [],
  {},
  [[], [null, { a: [] }]],
  { b: 1, a: { '2': 'two', '1': 'one' }, '': null },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":[]},"__typename":"Values","id":"0"}') as unknown,
] as const

/** Integers that a JavaScript number cannot represent. */
const EXACT_LONGS = ['9007199254740993', '-9223372036854775808', '18446744073709551615'] as const

/** A value for a response, where integers may exceed a JavaScript number. */
export function responseLeaf(type: string, random: Random): unknown {
  if (type !== 'Long' || random.chance(0.7)) return leafValue(type, random)
  return readExactly(random.pick(EXACT_LONGS))
}

/** A value of a scalar; an unknown scalar is treated as `String`. */
export function leafValue(type: string, random: Random): unknown {
  switch (type) {
    case 'Int':
      return random.chance(0.3) ? random.pick(INTS) : random.int(1000) - 200
    case 'Float':
      return random.chance(0.4) ? random.pick(FLOATS) : (random.int(100_000) - 50_000) / 64
    case 'Boolean':
      return random.chance(0.5)
    case 'ID':
      return random.chance(0.5) ? String(random.int(50)) : `id-${random.int(50)}`
    case 'Long':
      return random.chance(0.5) ? random.pick(LONGS) : random.int(2 ** 32) * 3
    case 'JSON':
      return random.pick(JSONS)
    case 'DateTime':
      return random.pick(DATE_TIMES)
    default:
      return random.chance(0.35) ? random.pick(STRINGS) : `${type.toLowerCase()} ${random.int(10_000)}`
  }
}
