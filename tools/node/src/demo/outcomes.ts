import type { Api, Events } from './api.ts'
import { INQUIRE, inquiryInput, type Run, trustVasp } from './inquiry.ts'
import type { Narrator } from './narrator.ts'

interface Seen {
  readonly status: string
  readonly delivery: { readonly state: string }
}

/**
 * The state in which the demo considers the outcome of an inquiry final, by persona. `expired` and `unreachable` take
 * days to end by default, so their end is not awaited.
 */
const REACHED: Readonly<Record<string, (seen: Seen) => boolean>> = {
  approve: ({ status }) => status === 'APPROVED',
  callback: ({ status }) => status === 'APPROVED',
  reject: ({ status }) => status === 'DECLINED',
  mismatch: ({ status }) => status === 'DECLINED',
  expired: ({ status, delivery }) => status === 'PENDING' && delivery.state === 'DELIVERED',
  unreachable: ({ delivery }) => delivery.state === 'RETRYING',
  'old-version': ({ status }) => status === 'APPROVED',
  'no-dti': ({ status }) => status === 'APPROVED',
}

/** A persona as described by the counterparty's `/control/personas`. */
interface Persona {
  readonly name: string
  readonly vaspUrl: string
  readonly travelAddress: string
  readonly what: string
  readonly outcome: string
}

export interface OutcomesScene {
  readonly api: Api
  readonly narrator: Narrator
  readonly run: Run
  readonly live: Events
}

/**
 * Sends an inquiry to each persona of the counterparty and waits for its outcome; returns a line for each. Throws if an
 * outcome differs from the expected one.
 */
export async function playOutcomes({ api, narrator, run, live }: OutcomesScene): Promise<string[]> {
  const { personas } = (await api.control('/control/personas')) as { personas: readonly Persona[] }
  const known = new Set([personas[0]?.vaspUrl])
  const lines: string[] = []
  for (const { name, vaspUrl, travelAddress, what, outcome } of personas) {
    const isReached = REACHED[name]
    if (isReached === undefined) throw new Error(`The demo does not know the outcome of "${name}".`)
    narrator.step(`Inquire at "${name}", which ${what}`)
    if (!known.has(vaspUrl)) await trustVasp(run, { name: `Demo counterparty (${name})`, url: vaspUrl })
    known.add(vaspUrl)
    narrator.request(`trpd { inquire } with the travel address ${travelAddress}`)
    const { id } = (await api.run(INQUIRE, { input: inquiryInput(travelAddress) })).trpd.inquire
    await live.until(outcome, ({ trpdTransactions: event }) => event.id === id && isReached(event))
    const { transaction } = (await run(RESULT, { id })).trpd
    narrator.say(`expected: ${outcome}`)
    lines.push(`${name.padEnd(11)}  ${id}  ${transaction.status}, delivery ${transaction.delivery.state}`)
  }
  return lines
}

const RESULT = `
    query ($id: ID!) {
      trpd {
        transaction(id: $id) {
          status reason address protocolVersion expiresAt delivery { state lastProblem } deliveryAttempts { outcome httpStatus failure }
        }
      }
    }`
