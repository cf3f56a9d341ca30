import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { parseTravelAddress } from '../address-book/domain/travel-address.ts'

/** The path of a travel address with its query. */
export function pathOf(travelAddress: string): string {
  const decoded = parseTravelAddress(travelAddress, { privateHosts: true })
  if (!decoded.ok) throw new Error(decoded.refusal.message)
  return decoded.value.url.slice(decoded.value.host.length)
}

/** An inquiry about 0.5 BTC whose IVMS101 data has no issues. */
export function inquiryBody(more: object = {}): string {
  const person = (family: string, extra: object = {}) => ({
    naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: family, nameIdentifierType: 'LEGL' }] }, ...extra },
  })
  const vasp = (name: string) => ({
    legalPerson: {
      name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }] },
      customerNumber: name,
    },
  })
  return JSON.stringify({
    asset: { slip0044: 'BTC' },
    amount: 0.5,
    callback: 'https://localhost:9/callback',
    IVMS101: {
      originator: { originatorPersons: [person('Engels', { customerIdentification: '1' })], accountNumber: ['1'] },
      beneficiary: { beneficiaryPersons: [person('Marx')], accountNumber: ['2'] },
      originatingVASP: { originatingVASP: vasp('Alice VASP') },
      beneficiaryVASP: { beneficiaryVASP: vasp('Bob VASP') },
    },
    ...more,
  })
}

/** A TRP message to the listener of a node; sent over TLS if `authority` is set. */
export interface TrpMessage {
  readonly url: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Certificate authority of the listener, in PEM. */
  readonly authority?: string
  /** The client certificate. */
  readonly client?: { readonly certificate: string; readonly key: string } | undefined
}

/** Sends a message; a message without a body is a GET request. */
export async function sendTrp({ url, body, headers, authority, client }: TrpMessage): Promise<{
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}> {
  const request = authority === undefined ? plainRequest : tlsRequest
  const sent = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    agent: false,
    headers: {
      'api-version': '3.2.1',
      'request-identifier': randomUUID(),
      'content-type': 'application/json; charset=utf-8',
      ...headers,
    },
    ...(authority && { ca: authority }),
    ...(client && { cert: client.certificate, key: client.key }),
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}
