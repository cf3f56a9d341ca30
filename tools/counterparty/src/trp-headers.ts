import type { IncomingHttpHeaders } from 'node:http'
import { trpVersion } from './own-identity.ts'

/** Headers that every answer of a TRP listener carries. */
export const trpHeaders = { 'api-version': trpVersion } as const

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What is wrong with the headers of a TRP message, in the order version, request identifier, content type. */
export function headerProblem(headers: IncomingHttpHeaders): { status: 400 | 415; text: string } | undefined {
  const version = versionProblem(headers)
  if (version !== undefined) return { status: 400, text: version }
  const identifier = headers['request-identifier']
  if (typeof identifier !== 'string') return { status: 400, text: 'request-identifier is missing' }
  if (!UUID.test(identifier)) return { status: 400, text: 'request-identifier is not a UUID' }
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    return { status: 415, text: 'content-type is not application/json' }
  }
  return undefined
}

/** What is wrong with `api-version`: 2.1 to 3.2.x are spoken. */
export function versionProblem(headers: IncomingHttpHeaders): string | undefined {
  const version = headers['api-version']
  if (typeof version !== 'string') return 'api-version is missing'
  const match = /^(\d{1,3})\.(\d{1,3})(\.\d{1,3})?$/.exec(version)
  const [major, minor] = [Number(match?.[1]), Number(match?.[2])]
  const isSpoken = (major === 2 && minor >= 1) || (major === 3 && minor <= 2)
  return isSpoken ? undefined : `api-version is not supported: this is ${trpVersion}`
}
