import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { captureInquiry } from '../harness/captured-inquiry.ts'
import { eventually } from '../harness/eventually.ts'
import { expectUnharmed, measureImpact, type Probe, queryProbe } from '../harness/innocent-client.ts'
import { type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { INQUIRE, inquireInput, TRANSFER, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'

const TRANSFERS = 300
const BATCH = 10

/** Maximum number in one operation, including the surrounding field. */
const ALIASES = 248
const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join('\n')

const DECODE = 'decodeTravelAddress(travelAddress: $text) { host }'
const VALIDATE = 'validateIvms101(payload: $text) { valid issues { path constraint message } }'
/** Twelve of these cost almost as much as an operation may. */
const VERIFY = 'verifyAuditLog(first: 3500) { checked isIntact }'
const TRANSACTIONS = `transactions(first: 500) { edges { cursor node { ${TRANSFER} originator { accountNumber } } } }`

const withText = (fields: string) => `query ($text: String!) { trpd { ${fields} } }`
/** The longest travel address that is decoded; it has a wrong checksum. */
const LONG_ADDRESS = `ta${'z'.repeat(1_022)}`
const LONG_PAYLOAD = JSON.stringify({
  originator: {
    originatorPersons: Array.from({ length: 90 }, () => ({
      naturalPerson: {
        name: {
          nameIdentifier: Array.from({ length: 9 }, () => ({
            primaryIdentifier: 'é'.repeat(110),
            primary_identifier: 'x'.repeat(110),
          })),
        },
      },
    })),
  },
})
/** Refused before it is parsed. */
const MANY_VALUES = `[${Array.from({ length: 130_000 }, () => 1).join(',')}]`

describe('operations with a high cost do not starve other clients:', () => {
  let running: RunningNode
  let attacker: Api
  let trpdProbes: readonly Probe[]
  let autodProbes: readonly Probe[]

  beforeAll(async () => {
    running = await startNode({ defaultRate: true, clusterTemplate: true })
    const node = accessTo(running)
    attacker = await openApi(node)
    await makeTransfers(
      await Promise.all([attacker, openApi(node, 'compliance-officer'), openApi(node, 'integration')]),
    )
    const observer = await openApi(node, 'observer')
    trpdProbes = [
      { ...queryProbe(node, observer.token, '{ trpd { vaspsCount } }'), name: 'query of trpd', intervalMs: 100 },
      await inquiryProbe(attacker),
    ]
    autodProbes = [
      { ...queryProbe(node, observer.token, '{ autod { usersCount } }'), name: 'query of autod', intervalMs: 100 },
    ]
    // The audit log follows the transactions that were created.
    await eventually(
      () => observer.request<{ autod: { auditLogsCount: number } }>('{ autod { auditLogsCount } }'),
      ({ autod: { auditLogsCount } }) => auditLogsCount > TRANSFERS,
    )
  })
  afterAll(() => running?.[Symbol.asyncDispose]())

  /** Sends many copies of `query` at once. Returns the code or the status of each response. */
  async function flood(
    query: string,
    { text = '', requests = 40, patienceMs = 20_000 }: { text?: string; requests?: number; patienceMs?: number } = {},
  ): Promise<readonly string[]> {
    return await Promise.all(
      Array.from({ length: requests }, async () => {
        const response = await fetch(`${attacker.node.baseUrl}/graphql`, {
          method: 'POST',
          headers: { authorization: `Bearer ${attacker.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ query, variables: { text } }),
          signal: AbortSignal.timeout(patienceMs),
        }).catch(() => undefined)
        const codes = CODE.exec((await response?.text().catch(() => undefined)) ?? 'gone')
        return codes?.[1] ?? (response === undefined ? 'gone' : String(response.status))
      }),
    )
  }

  async function expectHarmless(
    name: string,
    probes: readonly Probe[],
    attack: () => Promise<readonly string[]>,
  ): Promise<void> {
    const seen = new Map<string, number>()
    const bounded = async () => {
      for (let round = 0; round < 3; round += 1) {
        for (const outcome of await attack()) seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
      }
    }
    expectUnharmed(await measureImpact({ name, probes, attack: bounded }))
    process.stdout.write(`${name}: the attacker got ${JSON.stringify(Object.fromEntries(seen))}\n`)
  }

  it('248 long travel addresses in one operation', async () => {
    await expectHarmless('decodeTravelAddress', trpdProbes, () =>
      flood(withText(aliases(ALIASES, DECODE)), { text: LONG_ADDRESS }),
    )
  })

  it('long IVMS101 payloads whose sender disconnects', async () => {
    await expectHarmless('validateIvms101', trpdProbes, async () => [
      ...(await flood(withText(aliases(ALIASES, VALIDATE)), { text: LONG_PAYLOAD, requests: 5 })),
      ...(await flood(withText(aliases(40, VALIDATE)), { text: LONG_PAYLOAD, requests: 10, patienceMs: 1_000 })),
      ...(await flood(withText(aliases(40, VALIDATE)), { text: MANY_VALUES, requests: 10 })),
    ])
  })

  it('many concurrent verifications of the audit log', async () => {
    await expectHarmless('verifyAuditLog', autodProbes, async () => [
      ...(await flood(`{ autod { ${aliases(ALIASES, VERIFY)} } }`)),
      ...(await flood(`{ autod { ${aliases(12, VERIFY)} } }`)),
    ])
  })

  it('40 concurrent operations, each with four lists of maximum length', async () => {
    await expectHarmless('transactions', trpdProbes, () => flood(`{ trpd { ${aliases(4, TRANSACTIONS)} } }`))
  })
})

const CODE = /"code":"([A-Z_]+)"/

/** Several clients share the load, since each is limited by the cost of its operations. */
async function makeTransfers(apis: readonly Api[]): Promise<void> {
  let begun = 0
  await Promise.all(
    apis.map(async (api) => {
      for (; begun < TRANSFERS; begun += BATCH) await makeBatch(api)
    }),
  )
}

async function makeBatch(api: Api): Promise<void> {
  const fields = aliases(BATCH, 'inquire(input: $input) { id }')
  const query = INQUIRE.replace(/trpd \{.*\}$/s, `trpd { ${fields} } }`)
  for (let tries = 0; tries < 60; tries += 1) {
    const { errors = [] } = await api.execute(query, { input: inquireInput(UNKNOWN_VASP_ADDRESS) })
    if (errors.length === 0) return
    expect(errors[0]?.extensions?.code).toBe('RATE_LIMITED')
    await delay(1_000)
  }
  throw new Error('the transfers were not made')
}

/** An inquiry from another VASP, sent repeatedly: the same stored response is returned each time. */
async function inquiryProbe(api: Api): Promise<Probe> {
  return { type: 'request', name: 'TRP inquiry', ...(await captureInquiry(api)), intervalMs: 100 }
}
