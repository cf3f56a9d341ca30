import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { eventually } from '../harness/eventually.ts'
import { crash } from '../harness/node-processes.ts'
import { type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { INQUIRE, inquireInput, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'

const TIMEOUT_MS = 240_000
const CRASHES = 3
const WRITERS = 4
const EVERYTHING = '{ trpd { vaspsCount } aopd { proofsCount } autod { usersCount } }'

/** An error as clients see it: its code, and whether nothing was stored. */
interface Failure {
  readonly code: unknown
  readonly retryable: unknown
}

describe('PostgreSQL is killed and comes back under load', () => {
  let node: RunningNode
  let api: Api

  beforeAll(async () => {
    node = await startNode({
      args: ['--no-demo'],
      clusterTemplate: true,
    })
    api = await openApi(accessTo(node))
  }, TIMEOUT_MS)
  afterAll(async () => {
    await node?.[Symbol.asyncDispose]()
  })

  test('operations fail with SERVICE_UNAVAILABLE, no write is half done, and all works again by itself', {
    timeout: TIMEOUT_MS,
  }, async () => {
    let isOver = false
    const failures: Failure[] = []
    const written = new Map<string, 'stored' | 'refused' | 'unknown'>()
    const listeners = new Map<string, Response[]>([
      ['trp', []],
      ['aopp', []],
    ])
    const repeat = async (action: () => Promise<void>) => {
      while (!isOver) {
        await action()
        await delay(20)
      }
    }
    const read = async () => {
      const { errors } = await api.execute(EVERYTHING)
      failures.push(...errors.map(({ extensions }) => failureOf(extensions)))
    }
    const write = async () => {
      const requestIdentifier = randomUUID()
      const { errors } = await api.execute(INQUIRE, {
        input: inquireInput(UNKNOWN_VASP_ADDRESS, { requestIdentifier }),
      })
      const [failure] = errors.map(({ extensions }) => failureOf(extensions))
      if (failure !== undefined) failures.push(failure)
      written.set(requestIdentifier, failure === undefined ? 'stored' : failure.retryable ? 'refused' : 'unknown')
    }
    const load = [
      ...Array.from({ length: WRITERS }, () => repeat(write)),
      repeat(read),
      repeat(async () => void listeners.get('trp')?.push(await sendTrpMessage(node))),
      repeat(async () => void listeners.get('aopp')?.push(await openCustomerPage(node))),
    ]
    for (let count = 0; count < CRASHES; count += 1) {
      const before = failures.length
      await crash(node, 'postgres')()
      await eventually(
        () => failures.length,
        (length) => length > before,
      )
      await eventually(
        () => api.execute(EVERYTHING),
        ({ errors }) => errors.length === 0,
      )
      const stored = [...written.values()].filter((outcome) => outcome === 'stored').length
      await eventually(
        () => [...written.values()].filter((outcome) => outcome === 'stored').length,
        (now) => now > stored,
      )
    }
    isOver = true
    await Promise.all(load)

    expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['SERVICE_UNAVAILABLE']))
    for (const [requestIdentifier, outcome] of written) {
      const ids = await storedTransfers(requestIdentifier)
      expect({ outcome, stored: ids.length }).toEqual({
        outcome,
        stored: outcome === 'unknown' ? expect.toBeOneOf([0, 1]) : outcome === 'stored' ? 1 : 0,
      })
      const [id] = ids
      if (id === undefined) continue
      const types = await eventually(
        () => auditTypes(api, id),
        (found) => found.length > 0,
      )
      expect(types.filter((type) => type === 'transfer.inquired')).toHaveLength(1)
    }
    for (const responses of listeners.values()) {
      const refused = responses.filter(({ status }) => status === 503)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '5'))
      expect(responses.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    }
  })

  async function storedTransfers(requestIdentifier: string): Promise<string[]> {
    const query = 'query ($id: ID!) { trpd { transactions(filter: { requestIdentifier: $id }) { nodes { id } } } }'
    const { trpd } = await api.request<{ trpd: { transactions: { nodes: { id: string }[] } } }>(query, {
      id: requestIdentifier,
    })
    return trpd.transactions.nodes.map(({ id }) => id)
  }
})

function failureOf(extensions: Readonly<Record<string, unknown>> | undefined): Failure {
  return { code: extensions?.code, retryable: extensions?.retryable }
}

function sendTrpMessage({ ports }: RunningNode): Promise<Response> {
  return fetch(`http://127.0.0.1:${ports.TRPD_TRP_PORT}/x/unknown`, {
    method: 'POST',
    headers: { 'api-version': '3.2.1', 'content-type': 'application/json', 'request-identifier': randomUUID() },
    body: JSON.stringify({}),
  })
}

function openCustomerPage({ ports }: RunningNode): Promise<Response> {
  return fetch(`http://127.0.0.1:${ports.AOPD_AOPP_PORT}/p/unknown`)
}
