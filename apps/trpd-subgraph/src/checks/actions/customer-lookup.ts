import type { Outbound } from '@travel-rule/service/outbound'
import { z } from 'zod'
import { customerNames } from '../../customers/domain/customer.ts'
import { parseIvms101 } from '../../ivms101/domain/parse.ts'
import type { CustomerFact } from '../domain/check.ts'
import type { FactSource } from './fact-source.ts'

/** The operator's customer lookup service. */
export interface CustomerLookup {
  readonly url: string
  /** Sent as a bearer token. */
  readonly token: string | undefined
  readonly outbound: Outbound
}

/** Maximum number of requests per customer while the service fails or does not respond. */
const TRIES_MAX = 2

const responseSchema = z.object({
  name: z.string().trim().min(1).max(400),
  person: z.record(z.string(), z.unknown()).optional(),
  accounts: z.array(z.string().max(256)).max(100).default([]),
})

/** Looks up a customer whom no `upsertCustomer` has stored. The response is not stored. */
export function customerLookup(lookup: CustomerLookup): FactSource {
  return {
    name: 'customer lookup',
    fact: 'customer',
    applies: ({ transfer, customerReference, customer }) =>
      transfer.direction === 'RECEIVED' && customerReference !== undefined && customer === undefined,
    async lookUp({ transfer: { direction, assetId: asset, travelAddress }, customerReference }, signal) {
      if (direction !== 'RECEIVED' || customerReference === undefined) return {}
      const body = JSON.stringify({ customerReference, asset, travelAddress })
      return { customer: await ask(lookup, body, signal) }
    },
  }
}

async function ask({ url, token, outbound }: CustomerLookup, body: string, signal: AbortSignal): Promise<CustomerFact> {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...authorization }
  let problem = ''
  for (let attempt = 1; attempt <= TRIES_MAX && !signal.aborted; attempt += 1) {
    const response = await outbound.request({ method: 'POST', url, headers, body, signal })
    if (!response.ok) problem = response.reason
    else if (response.status === 200) return readCustomer(response.body)
    else if (response.status === 404) return { problem: 'The customer lookup does not know the customer.' }
    else problem = `it responded with ${response.status}`
    if (response.ok && response.status < 500) break
  }
  return { problem: `The customer lookup failed: ${problem}.` }
}

function readCustomer(body: Buffer): CustomerFact {
  const problem = 'The response of the customer lookup is not a customer.'
  let json: unknown
  try {
    json = JSON.parse(body.toString())
  } catch {
    return { problem }
  }
  const read = responseSchema.safeParse(json)
  if (!read.success) return { problem }
  const { name, accounts } = read.data
  const { payload } = parseIvms101({ beneficiary: { beneficiaryPersons: [read.data.person ?? {}] } })
  const person = payload?.beneficiary?.beneficiaryPersons[0]
  return { names: customerNames({ name, ...(person === undefined ? {} : { person }) }), accounts }
}
