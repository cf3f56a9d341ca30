const HIDDEN = '[hidden]'
const DEPTH_MAX = 8
const ITEMS_MAX = 200

/** Names whose values are never logged, compared ignoring case, `-` and `_`. */
const SECRET_NAMES = new Set([
  'accesstoken',
  'apikey',
  'assertion',
  'authorization',
  'bearertoken',
  'clientassertion',
  'clientsecret',
  'codeverifier',
  'cookie',
  'databaseurl',
  'idtoken',
  'identityassertion',
  'ivms101',
  'password',
  'privatekey',
  'proxyauthorization',
  'refreshtoken',
  'sealingkeys',
  'secret',
  'setcookie',
  'signingkeys',
  'token',
  'xapikey',
  'xidentityassertion',
])

/**
 * A copy of `value` in which everything under a secret name is replaced by `[hidden]`, at any depth.
 *
 * Errors become `{ type, message, code, stack, cause }`, since properties that libraries add may quote a row or a
 * request.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object') return value
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Date || value instanceof URL) return value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (depth >= DEPTH_MAX) return '[too deep]'
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => redact(item, depth + 1))
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  return Object.fromEntries(
    entries
      .slice(0, ITEMS_MAX)
      .map(([name, item]) => [name, isSecretName(String(name)) ? HIDDEN : redact(item, depth + 1)]),
  )
}

/** `line` with everything that looks like a signed token replaced by `[token]`. */
export function hideTokens(line: string): string {
  return line.replace(TOKEN, '[token]')
}

/** A compact JWS or JWE: base64url of `{"…`, then two to four more parts. */
const TOKEN = /\beyJ[\w-]{8,}(?:\.[\w-]*){2,4}/g

function isSecretName(name: string): boolean {
  return SECRET_NAMES.has(name.replace(/[-_]/g, '').toLowerCase())
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = { type: error.name, message: error.message }
  if ('code' in error) shown.code = error.code
  if (error.stack !== undefined) shown.stack = error.stack
  if (depth >= DEPTH_MAX) return shown
  if (error.cause !== undefined) shown.cause = redact(error.cause, depth + 1)
  if (error instanceof AggregateError) shown.errors = redact(error.errors, depth + 1)
  return shown
}
