import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { freezeCluster } from '@travel-rule/embedded-postgres/testing/freeze-cluster'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { eventually } from '../harness/eventually.ts'
import { crash, pidOf } from '../harness/node-processes.ts'
import { type RunningNode, startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { INQUIRE, inquireInput, transfersNamed, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'

const CRASHES = 3
const WRITERS = 4
const EVERYTHING = '{ trpd { vaspsCount } aopd { proofsCount } autod { usersCount } }'

/** An error as clients see it: its code, and if nothing was stored. */
interface Failure {
  readonly code: unknown
  readonly retryable: unknown
}

describe('PostgreSQL under load', () => {
  let node: RunningNode
  let api: Api

  beforeAll(async () => {
    node = await startNode({
      args: ['--no-demo'],
      env: { GATEWAY_TIMEOUTS: 'subgraph=10' },
      clusterTemplate: true,
      databaseDistanceMs: 10,
    })
    api = await openApi(accessTo(node))
  })
  afterAll(async () => {
    await node?.[Symbol.asyncDispose]()
  })

  test('PostgreSQL that is killed and restarted fails operations with SERVICE_UNAVAILABLE, leaves no partial write, and recovers without intervention', async () => {
    await using load = openLoad(api, node)
    for (let count = 0; count < CRASHES; count += 1) {
      // An idle pool reconnects without a failure.
      await load.untilStored()
      const before = load.failures.length
      await crash(node, 'postgres')()
      await load.untilFailed(before)
      await load.untilStored()
    }
    const listeners = await load.stop()
    expect(new Set(load.failures.map(({ code }) => code))).toEqual(new Set(['SERVICE_UNAVAILABLE']))
    await expectWhole(load)
    for (const responses of listeners) {
      const refused = responses.filter(({ status }) => status === 503)
      expect(refused.length).toBeGreaterThan(0)
      expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '5'))
      expect(responses.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    }
  })

  test("PostgreSQL that hangs without closing its connections has the same effect, within the gateway's timeout", async () => {
    await using load = openLoad(api, node)
    await load.untilStored()
    const thaw = freezeCluster(pidOf(node, 'postgres'))
    try {
      // Later operations are refused before they begin.
      for (const _round of [1, 2, 3]) await load.untilFailed(load.failures.length + WRITERS)
      const last = load.failures.at(-1)
      expect(last).toEqual({ code: 'SERVICE_UNAVAILABLE', retryable: true })
    } finally {
      thaw()
    }
    await load.untilStored()
    await load.stop()
    expect(new Set(load.failures.map(({ code }) => code))).toEqual(new Set(['SERVICE_UNAVAILABLE']))
    await expectWhole(load)
  })

  async function expectWhole({ written }: Load): Promise<void> {
    for (const [requestIdentifier, outcome] of written) {
      const stored = await transfersNamed(api, requestIdentifier)
      expect({ outcome, stored: stored.length }).toEqual({
        outcome,
        stored: outcome === 'unknown' ? expect.toBeOneOf([0, 1]) : outcome === 'stored' ? 1 : 0,
      })
      const [transfer] = stored
      if (transfer === undefined) continue
      const types = await eventually(
        () => auditTypes(api, transfer.id),
        (found) => found.length > 0,
      )
      expect(types.filter((type) => type === 'transfer.inquired')).toHaveLength(1)
    }
  }
})

interface Load extends AsyncDisposable {
  readonly failures: readonly Failure[]
  /** The reported outcome of each write, by its request identifier. */
  readonly written: ReadonlyMap<string, 'stored' | 'refused' | 'unknown'>
  /** Resolves after more than `count` failures. */
  untilFailed(count: number): Promise<void>
  /** Resolves when reads work and further writes are stored. */
  untilStored(): Promise<void>
  /** Ends the load, and returns the responses of the TRP and AOPP listeners. */
  stop(): Promise<readonly (readonly Response[])[]>
}

/** Clients of the API that write and read, and callers of the public listeners. */
function openLoad(api: Api, node: RunningNode): Load {
  let isOver = false
  const failures: Failure[] = []
  const written = new Map<string, 'stored' | 'refused' | 'unknown'>()
  const listeners: [Response[], Response[]] = [[], []]
  const repeat = async (action: () => Promise<unknown>) => {
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
    const { errors } = await api.execute(INQUIRE, { input: inquireInput(UNKNOWN_VASP_ADDRESS, { requestIdentifier }) })
    const [failure] = errors.map(({ extensions }) => failureOf(extensions))
    if (failure !== undefined) failures.push(failure)
    written.set(requestIdentifier, failure === undefined ? 'stored' : failure.retryable ? 'refused' : 'unknown')
  }
  const running = [
    ...Array.from({ length: WRITERS }, () => repeat(write)),
    repeat(read),
    repeat(async () => listeners[0].push(await sendTrpMessage(node))),
    repeat(async () => listeners[1].push(await openCustomerPage(node))),
  ]
  const stored = () => [...written.values()].filter((outcome) => outcome === 'stored').length
  const stop = async () => {
    isOver = true
    await Promise.all(running)
    return listeners
  }
  return {
    failures,
    written,
    async untilFailed(count) {
      await eventually(
        () => failures.length,
        (length) => length > count,
      )
    },
    async untilStored() {
      await eventually(
        () => api.execute(EVERYTHING),
        ({ errors }) => errors.length === 0,
      )
      const before = stored()
      await eventually(stored, (now) => now > before)
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

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
