import { isRecord } from '../trp-client.ts'
import { openScriptedPeer, type PeerRequest, type PeerResponse, type ScriptedPeer } from './scripted-peer.ts'

const VERSION = '3.1.0'
const BODY_BYTES_MAX = 10_490_000
const INQUIRY_FIELDS = ['asset', 'amount', 'callback', 'IVMS101', 'extensions']

/**
 * A VASP that mounts the TRP server of TRISA's Go library with its defaults at `/transfers`, as in its documentation:
 * it acknowledges every inquiry that it can decode. Sentences are shortened.
 *
 * Source: trisa at dbfd1ae (MIT), pkg/openvasp, its handler in front of net/http; recorded from it.
 */
export function openTrisaPeer(): Promise<ScriptedPeer> {
  return openScriptedPeer(respond, { path: '/transfers' })
}

function respond({ method, path, headers, body }: PeerRequest): PeerResponse {
  if (!path.startsWith('/transfers?')) return plain(404, '404 page not found')
  if (method !== 'POST') return plain(405, 'Method Not Allowed')
  if (headers['api-version'] !== VERSION) return plain(400, `must specify api version header ${VERSION}`)
  const identifier = String(headers['request-identifier'] ?? '')
  const own = { 'api-version': VERSION, ...(identifier === '' ? {} : { 'request-identifier': identifier }) }
  if (identifier === '') return plain(400, 'must specify request identifier', own)
  const type = headers['content-type'] ?? 'application/json'
  if (!/^application\/json\s*(;|$)/.test(type)) return plain(415, 'content-type must be application/json', own)
  if (body.length > BODY_BYTES_MAX) return plain(413, 'Request Entity Too Large', own)
  const inquiry = firstValue(body)
  if (inquiry === undefined) return plain(400, 'badly-formed JSON', own)
  const unknown = Object.keys(inquiry).find((name) => !INQUIRY_FIELDS.includes(name))
  if (unknown !== undefined) return plain(400, `unknown field "${unknown}"`, own)
  if (isRecord(inquiry.asset) && typeof inquiry.asset.slip0044 === 'number') {
    return plain(400, 'invalid value for the "asset.slip0044" field', own)
  }
  const json = { ...own, 'content-type': 'application/json; charset=utf-8' }
  return { status: 200, headers: json, body: `{"version":"${VERSION}"}\n` }
}

/** The first JSON value of a body. A second value is not noticed if it is an empty object. */
function firstValue(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.replace(/\{\}$/, ''))
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function plain(status: number, message: string, headers: Readonly<Record<string, string>> = {}): PeerResponse {
  return { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: `${message}\n` }
}
