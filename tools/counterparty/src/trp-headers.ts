import type { IncomingHttpHeaders } from 'node:http'

export const trpVersion = '3.2.1'

/** Headers of every response to a TRP message. */
export const trpHeaders = { 'api-version': trpVersion } as const

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The first problem in the headers of a TRP message. */
export function headerProblem(headers: IncomingHttpHeaders): { status: 400 | 415; problem: string } | undefined {
  const version = versionProblem(headers)
  if (version !== undefined) return { status: 400, problem: version }
  const identifier = headers['request-identifier']
  if (typeof identifier !== 'string') return { status: 400, problem: 'request-identifier is missing' }
  if (!UUID.test(identifier)) return { status: 400, problem: 'request-identifier is not a UUID' }
  const type = headers['content-type']
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
    return { status: 415, problem: 'content-type is not application/json' }
  }
  return undefined
}

/** The problem with `api-version`. Versions 2.1 to 3.2 are supported. */
export function versionProblem(headers: IncomingHttpHeaders): string | undefined {
  const version = headers['api-version']
  if (typeof version !== 'string') return 'api-version is missing'
  const match = /^(\d{1,3})\.(\d{1,3})(\.\d{1,3})?$/.exec(version)
  const [major, minor] = [Number(match?.[1]), Number(match?.[2])]
  const isSupported = (major === 2 && minor >= 1) || (major === 3 && minor <= 2)
  return isSupported ? undefined : `api-version is not supported: this server has ${trpVersion}`
}

/** Headers of every message sent by this VASP. */
export function messageHeaders(requestIdentifier: string): Record<string, string> {
  return {
    'api-version': trpVersion,
    'request-identifier': requestIdentifier,
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'travel-rule-demo-counterparty',
  }
}
