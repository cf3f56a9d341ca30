import { isIP } from 'node:net'
import { z } from 'zod'
import { parseJson } from './json.ts'
import type { Result } from './result.ts'

/** A TCP port, `0` to `65535`; `0` is any free port. */
export const portSetting = wholeNumber({ min: 0, max: 65_535, expected: 'a port number from 0 to 65535' })

/** A whole number from 1 to 999,999,999. */
export const countSetting = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1 to 999999999')
  .transform(Number)

/** Whole seconds from 1 to one day: Node fires a timer with a longer delay immediately. */
export const timerSecondsSetting = z
  .string()
  .refine((value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 86_400, {
    error: 'must be a whole number of seconds from 1 to 86400',
  })
  .transform(Number)

/** Whole seconds, from 0 to ten years. */
export const secondsSetting = wholeNumber({ min: 0, max: 315_360_000, expected: 'a whole number of seconds' })

const BYTES_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  kb: 1_000,
  mb: 1_000_000,
  gb: 1_000_000_000,
  kib: 1_024,
  mib: 1_048_576,
  gib: 1_073_741_824,
}

/** A size in bytes: `500000`, `500 KB`, `2MiB`. */
export const bytesSetting = z.string().transform((value, context) => {
  const match = /^(\d{1,12})\s*([kmg]i?b)?$/i.exec(value.trim())
  const factor = BYTES_PER_UNIT[match?.[2]?.toLowerCase() ?? '']
  const bytes = match === null || factor === undefined ? Number.NaN : Number(match[1]) * factor
  if (Number.isSafeInteger(bytes)) return bytes
  return refuse(context, 'must be a size in bytes, like 500000, 500 KB or 2 MiB')
})

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
}

/** `true`, `yes`, `on`, `1` or `false`, `no`, `off`, `0`. */
export const booleanSetting = z.string().transform((value, context) => {
  const name = value.toLowerCase()
  return (Object.hasOwn(BOOLEANS, name) ? BOOLEANS[name] : undefined) ?? refuse(context, 'must be true or false')
})

/** The issuer of tokens: an `http:` or `https:` URL, unchanged because a trailing slash matters. */
export const issuerSetting = z.string().transform(checkUrl)

/** An `http(s):` URL; no credentials, query or fragment. Trailing slashes are removed. */
export const urlSetting = issuerSetting.transform((url) => url.replace(/\/+$/, ''))

function checkUrl(value: string, context: z.RefinementCtx): string {
  const href = value.trim()
  const url = URL.canParse(href) ? new URL(href) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return refuse(context, 'must be a URL that starts with http:// or https://')
  }
  if (url.username !== '' || url.password !== '') return refuse(context, 'must be a URL without a user and password')
  if (url.search !== '' || url.hash !== '') return refuse(context, 'must be a URL without ? and #')
  return href
}

export const databaseConnectionsSetting = wholeNumber({ min: 4, max: 1_000, expected: 'a number from 4 to 1000' })

/** A PostgreSQL connection URL. Describe it as `secret`: it usually holds a password. */
export const databaseUrlSetting = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, 'must be a URL that starts with postgres:// or postgresql://')

/** Comma-separated items, trimmed, none of them empty. */
export const listSetting = z.string().transform((value, context): readonly string[] => {
  const items = value.split(',').map((item) => item.trim())
  return items.includes('') ? refuse(context, 'must be a list like a,b,c without an empty item') : items
})

/** Comma-separated IP addresses and networks, such as `10.0.0.7,10.1.0.0/16,fd00::/8`. */
export const addressesSetting = listSetting.refine((entries) => entries.every(isNetwork), {
  error: 'must be IP addresses or networks like 10.0.0.7,10.1.0.0/16,fd00::/8',
})

function isNetwork(entry: string): boolean {
  const [address = '', bits = '0', ...rest] = entry.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax
}

/** Comma-separated pairs with distinct names, `a=b,c=d`. A value may contain `=`, but no comma. */
export const mapSetting = z.string().transform((list, context): Readonly<Record<string, string>> => {
  const entries = list.split(',').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()] as const
  })
  if (entries.some(([name, value]) => name === '' || value === '')) {
    return refuse(context, 'must be pairs like a=b,c=d')
  }
  const map: Record<string, string> = Object.assign(Object.create(null), Object.fromEntries(entries))
  return Object.keys(map).length === entries.length ? map : refuse(context, 'must not repeat a name')
})

/**
 * Values that belong together, `a=1,b=2`, each parsed by its own schema. `defaults` has all of them, and
 * supplies those that are left out.
 */
export function partsSetting<Parts extends z.ZodRawShape>(defaults: string, parts: Parts) {
  const schema = z.strictObject(parts)
  const names = Object.keys(parts).join(', ')
  return mapSetting.transform((values, context): z.output<typeof schema> => {
    const parsed = schema.safeParse({ ...mapSetting.parse(defaults), ...values })
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues) {
      const name = path.join('.')
      context.addIssue({ code: 'custom', message: name ? `${name} ${message}` : `must only name ${names}` })
    }
    return z.NEVER
  })
}

/** A JSON document that `schema` accepts. */
export function jsonSetting<Value>(schema: z.ZodType<Value>) {
  return z.string().transform((value, context): Value => {
    const json = parseJson(value)
    if (json === undefined) return refuse(context, 'is not valid JSON')
    const parsed = schema.safeParse(json)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) {
      // A refused name has the reason in issues of its own.
      const { message } = (issue.code === 'invalid_key' ? issue.issues[0] : undefined) ?? issue
      context.addIssue({ code: 'custom', message: `${issue.path.join('.') || 'JSON'}: ${message}` })
    }
    return z.NEVER
  })
}

/** A string that `parse` accepts. */
export function parsedSetting<Value>(parse: (text: string) => Result<Value>, charactersMax = 1_000_000) {
  const message = `must have at most ${charactersMax.toLocaleString('en')} characters`
  return z
    .string()
    .max(charactersMax, message)
    .transform((text, context): Value => {
      const parsed = parse(text)
      return parsed.ok ? parsed.value : refuse(context, parsed.refusal.message)
    })
}

const privateKeySchema = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().min(1),
  d: z.string().min(1),
})
const keySetSchema = z.object({ keys: z.array(privateKeySchema).min(1).max(10) })

/** A JWK set of private Ed25519 keys as JSON, returned as its keys. Describe it as `secret`. */
export const signingKeysSetting = z.string().transform((value, context) => {
  const set = keySetSchema.safeParse(parseJson(value))
  return set.success ? set.data.keys : refuse(context, 'must be a JWK set, {"keys":[…]}, of private Ed25519 keys')
})

/** A log level. */
export const logLevelSetting = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
  error: 'must be one of fatal, error, warn, info, debug, trace, silent',
})

/**
 * How long a stopping service continues to accept requests. It has 20 seconds to stop, and requests in progress may
 * take 10 of them.
 */
export const drainSecondsSetting = z
  .string()
  .regex(/^[0-8]$/, 'must be a whole number of seconds from 0 to 8')
  .transform(Number)

function wholeNumber({ min, max, expected }: { min: number; max: number; expected: string }) {
  return z.string().transform((digits, context) => {
    const value = /^\d{1,15}$/.test(digits.trim()) ? Number(digits) : Number.NaN
    return value >= min && value <= max ? value : refuse(context, `must be ${expected}`)
  })
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
