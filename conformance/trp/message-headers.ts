import { failed, passed, type Verdict } from './rule.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Passes if the headers required for every TRP message are present. */
export function expectMessageHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Verdict {
  const version = String(headers['api-version'] ?? 'no api-version')
  const identifier = String(headers['request-identifier'] ?? 'no request-identifier')
  if (!/^\d+\.\d+(\.\d+)?$/.test(version)) return failed('api-version such as 3.2.1', version)
  return UUID.test(identifier) ? passed : failed('a UUID as request-identifier', identifier)
}

export function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
