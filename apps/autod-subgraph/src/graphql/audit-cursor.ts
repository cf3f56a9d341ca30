import { refusalError } from '@travel-rule/subgraph/graphql-error'

const BIGINT_MAX = 2n ** 63n - 1n

/** The place of an entry in the audit log as text that clients do not take apart. */
export function encodeCursor(sequence: bigint): string {
  return Buffer.from(`audit:${sequence}`).toString('base64url')
}

/** The place that a cursor names. Throws the refusal `AUDIT_CURSOR_INVALID` for any other text. */
export function decodeCursor(cursor: string): bigint {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const sequence = text.startsWith('audit:') ? parseSequence(text.slice('audit:'.length)) : undefined
  if (sequence !== undefined && encodeCursor(sequence) === cursor) return sequence
  throw refusalError({
    code: 'AUDIT_CURSOR_INVALID',
    message: 'after must be the endCursor of an earlier page of auditLogs.',
  })
}

/** A sequence in decimal digits, `undefined` for anything else. */
export function parseSequence(text: string): bigint | undefined {
  if (!/^[1-9]\d{0,18}$/.test(text)) return undefined
  const sequence = BigInt(text)
  return sequence <= BIGINT_MAX ? sequence : undefined
}
