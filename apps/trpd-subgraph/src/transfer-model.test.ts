import { randomUUID } from 'node:crypto'
import type { Database } from '@travel-rule/database/database'
import { openJobs } from '@travel-rule/database/jobs'
import type { Actor } from '@travel-rule/database/outbox'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTravelAddress } from './actions/address-book-actions.ts'
import type { Sender } from './actions/check-sender.ts'
import { expireTransfer } from './actions/expire-transfer.ts'
import { inquire } from './actions/inquire.ts'
import type { AttemptJob } from './actions/queue-message.ts'
import { receiveCallback } from './actions/receive-callback.ts'
import { receiveInquiry } from './actions/receive-inquiry.ts'
import {
  acceptConfirmation,
  archiveTx,
  assessTx,
  cancelTx,
  confirmTx,
  retryDelivery,
} from './actions/transfer-actions.ts'
import type { TransferService } from './actions/transfer-service.ts'
import { blockVasp, registerOrUpdateVasp, trustVasp } from './actions/vasp-actions.ts'
import { openAssetRegistry } from './domain/asset.ts'
import { BUILT_IN_ASSETS } from './domain/built-in-assets.ts'
import { isTerminal, type Transfer } from './domain/transfer.ts'
import { encodeTravelAddress, parseTravelAddress } from './domain/travel-address.ts'
import { OWN_TRP_VERSION } from './domain/trp-version.ts'
import ivms101 from './domain/vectors/ivms101.json' with { type: 'json' }
import { migrations } from './store/migrations.ts'
import type { Tables } from './store/tables.ts'
import { type HistoryEntry, listHistory } from './store/transfer-history.ts'
import { loadTransfers } from './store/transfers.ts'
import { createModelPeer, type ModelPeer, type PeerBehaviour } from './testing/model-peer.ts'
import { beneficiary, originator } from './testing/operations.ts'
import { deliver } from './trp/deliver.ts'
import { queues } from './trp/workers.ts'

/** Set it to repeat a run; a failure prints its seed. */
const SEED = Number(process.env.TRPD_MODEL_SEED ?? Date.now() % 2 ** 31)
const TIME_MAX_MS = 8_000

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const OTHER_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const HASHES = [
  'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d',
] as const
const TTL_SECONDS = 3_600
const MANY = 10_000
const sender: Sender = { address: '127.0.0.1', certificate: undefined }
const actor: Actor = { type: 'USER', id: 'officer-1' }

const BEHAVIOURS: readonly PeerBehaviour[] = [
  'ACKNOWLEDGE',
  'APPROVE',
  'REJECT',
  'REFUSE',
  'DOWN',
  'LOST',
  'UNREACHABLE',
]
const OFFICER_ACTIONS = ['APPROVE', 'DECLINE', 'CONFIRM', 'CANCEL', 'RETRY', 'ARCHIVE', 'ACCEPT'] as const

/** One command or message. `pick` chooses a transfer, `which` an address or a hash. */
type Step =
  | { readonly type: 'INQUIRE' | 'RECEIVE' | 'TRUST' | 'BLOCK' }
  | { readonly type: 'WAIT'; readonly seconds: number }
  | { readonly type: 'EXPIRE'; readonly pick: number }
  | { readonly type: 'DELIVER'; readonly pick: number; readonly behaviour: PeerBehaviour }
  | { readonly type: 'RESOLVE'; readonly pick: number; readonly approve: boolean; readonly which: number }
  | { readonly type: 'CONFIRM'; readonly pick: number; readonly cancel: boolean; readonly which: number }
  | {
      readonly type: 'OFFICER'
      readonly pick: number
      readonly action: (typeof OFFICER_ACTIONS)[number]
      readonly which: number
    }

const pick = fc.nat(1)
const which = fc.nat(1)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('INQUIRE' as const, 'RECEIVE' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constantFrom('TRUST' as const, 'TRUST' as const, 'TRUST' as const, 'BLOCK' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('WAIT' as const), seconds: fc.constantFrom(10, 700, 3_700) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('EXPIRE' as const), pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('DELIVER' as const),
      pick: fc.nat(3),
      // Most messages arrive, so that stories reach their ends.
      behaviour: fc.constantFrom('ACKNOWLEDGE' as const, 'APPROVE' as const, 'APPROVE' as const, ...BEHAVIOURS),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('RESOLVE' as const), pick, approve: fc.boolean(), which }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('CONFIRM' as const), pick, cancel: fc.boolean(), which }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('OFFICER' as const),
      pick,
      action: fc.constantFrom(...OFFICER_ACTIONS),
      which,
    }),
  },
)
/** The steps of a batch run at the same time, each on a connection of its own. */
const anyStory = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 25 })

it(`model: whatever commands and messages cross, every transfer keeps its invariants (TRPD_MODEL_SEED=${SEED})`, async () => {
  await using world = await openWorld()
  let batches = 0
  await fc.assert(
    fc.asyncProperty(anyStory, async (story) => {
      await world.reset()
      for (const batch of story) {
        await Promise.all(batch.map((step) => world.take(step)))
        await world.check()
        batches += 1
      }
    }),
    { seed: SEED, numRuns: 40, interruptAfterTimeLimit: TIME_MAX_MS },
  )
  expect(batches).toBeGreaterThan(0)
})

interface World extends AsyncDisposable {
  reset(): Promise<void>
  take(step: Step): Promise<void>
  check(): Promise<void>
}

async function openWorld(): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openTestDatabase<Tables>(migrations))
  const logger = openLogger({ name: 'test', level: 'silent' })
  const limits = { outboundTimeoutSeconds: 1, deliveriesMax: 1, deliveriesPerVaspMax: 1 }
  const jobs = stack.use(await openJobs({ database, logger, queues: queues(limits) }))
  let peer = createModelPeer('https://peer.example', ADDRESS)
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const service: TransferService = {
    database,
    jobs,
    sealer: openSealer(generateSealingKeys()),
    outbound: peer.outbound('UNREACHABLE'),
    refusedInquiries: { count: () => undefined, flush: async () => undefined },
    assets: openAssetRegistry(BUILT_IN_ASSETS),
    now: () => new Date(nowMs++),
    rules: {
      own: { name: 'Own VASP', url: 'https://own.example' },
      hosts: { privateHosts: false },
      inquiryTtlSeconds: TTL_SECONDS,
      confirmationTtlSeconds: TTL_SECONDS,
      discoveryTtlSeconds: 1_000_000,
      delivery: { ttlSeconds: TTL_SECONDS, triesMax: 4, delayMs: 1_000, delayMaxMs: 60_000 },
      attemptSecondsMax: 10,
      verifiesSenders: false,
      unverified: { perAddress: MANY, perTravelAddress: MANY, perVasp: MANY, total: MANY },
    },
  }
  const vasp = { name: 'Peer', url: 'https://peer.example', wireProfile: { amountUnit: 'WHOLE' } } as const
  const { id: vaspId } = required(await registerOrUpdateVasp(service, vasp, actor))
  const entry = required(await createTravelAddress(service, { asset: 'btc', address: ADDRESS }, actor))
  const token = required(parseTravelAddress(entry.travelAddress, service.rules.hosts))
    .url.split('/x/')[1]
    ?.split('?')[0]
  const ids = async () => {
    const rows = await database.db.selectFrom('transfers').select('id').orderBy('sequence').execute()
    return rows.map(({ id }) => id)
  }
  const someTransfer = async (index: number) => {
    const all = await ids()
    return all[index % Math.max(1, all.length)] ?? randomUUID()
  }

  async function take(step: Step): Promise<void> {
    switch (step.type) {
      case 'INQUIRE': {
        const travelAddress = encodeTravelAddress('peer.example/x/1?t=i')
        await inquire(service, { travelAddress, asset: 'btc', amount: '0.5', originator, beneficiary }, actor)
        return
      }
      case 'RECEIVE': {
        const requestIdentifier = randomUUID()
        const callback = peer.resolutionCallback(requestIdentifier)
        const inquiry = { asset: { dti: '4H95J0R2X' }, amount: 0.5, callback, IVMS101: ivms101.list2020 }
        const body = Buffer.from(JSON.stringify(inquiry))
        const received = {
          token: token ?? '',
          requestIdentifier,
          version: OWN_TRP_VERSION,
          extensions: [],
          body,
          sender,
        } as const
        expect((await receiveInquiry(service, received)).status).toBe(200)
        return
      }
      case 'TRUST':
        required(await trustVasp(service, { id: vaspId }, actor))
        return
      case 'BLOCK':
        required(await blockVasp(service, vaspId, undefined, actor))
        return
      case 'WAIT':
        nowMs += step.seconds * 1_000
        return
      case 'EXPIRE':
        return expireTransfer(service, await someTransfer(step.pick))
      case 'DELIVER':
        return deliverSome(step.pick, step.behaviour)
      case 'RESOLVE': {
        const approval = (id: string) => peer.approval(id, step.which === 0 ? ADDRESS : OTHER_ADDRESS)
        return post(peer.resolutionTokens, step.pick, (id) => (step.approve ? approval(id) : { rejected: 'no' }))
      }
      case 'CONFIRM': {
        const message = step.cancel ? { canceled: 'sold out' } : { txid: HASHES[step.which] }
        return post(peer.confirmationTokens, step.pick, () => message)
      }
      case 'OFFICER':
        await act(await someTransfer(step.pick), step.action, step.which)
    }
  }

  /** Runs any attempt that was ever queued, even one that has run before or has become obsolete. */
  async function deliverSome(index: number, behaviour: PeerBehaviour): Promise<void> {
    const query = `select data from jobs.job where name = 'deliver' order by created_on desc, id`
    const { rows } = await database.pool.query<{ data: AttemptJob }>(query)
    const job = rows[index % Math.max(1, rows.length)]?.data
    if (job === undefined) return
    const signal = new AbortController().signal
    await deliver({ ...service, outbound: peer.outbound(behaviour) }, { attempted() {} }, { job, signal })
  }

  /** Sends a message to one of the callbacks that the peer knows. */
  async function post(
    tokens: ModelPeer['resolutionTokens'],
    index: number,
    message: (requestIdentifier: string) => object,
  ): Promise<void> {
    const known = [...tokens]
    const [requestIdentifier, secret] = known[index % Math.max(1, known.length)] ?? []
    if (requestIdentifier === undefined || secret === undefined) return
    const body = Buffer.from(JSON.stringify(message(requestIdentifier)))
    const sent = { token: secret, requestIdentifier: randomUUID(), extensions: [], body, sender }
    expect([204, 422]).toContain((await receiveCallback(service, sent)).status)
  }

  function act(id: string, action: (typeof OFFICER_ACTIONS)[number], hash: number): Promise<unknown> {
    switch (action) {
      case 'APPROVE':
        return assessTx(service, { id, decision: 'APPROVE' }, actor)
      case 'DECLINE':
        return assessTx(service, { id, decision: 'DECLINE', reason: 'no' }, actor)
      case 'CONFIRM':
        return confirmTx(service, { id, txHash: HASHES[hash] ?? '' }, actor)
      case 'CANCEL':
        return cancelTx(service, { id, reason: 'sold out' }, actor)
      case 'RETRY':
        return retryDelivery(service, id, actor)
      case 'ARCHIVE':
        return archiveTx(service, id, actor)
      case 'ACCEPT':
        return acceptConfirmation(service, id, actor)
    }
  }

  const owned = stack.move()
  return {
    take,
    async reset() {
      await database.pool.query('truncate transfers, circuit_breakers, inbound_messages, jobs.job cascade')
      peer = createModelPeer('https://peer.example', ADDRESS)
      await take({ type: 'TRUST' })
      await take({ type: 'INQUIRE' })
      await take({ type: 'RECEIVE' })
    },
    check: () => checkInvariants(service, database, peer),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function checkInvariants(
  { sealer }: TransferService,
  { db }: Database<Tables>,
  { messages }: ModelPeer,
): Promise<void> {
  const rows = await db.selectFrom('transfers').select('id').execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  const transfers = await loadTransfers(db, sealer, ids)
  const histories = Map.groupBy(await listHistory(db, sealer, ids), ({ transfer }) => transfer.id)
  const events = await db
    .selectFrom('outbox')
    .select(['subject_id', 'type', 'detail'])
    .where('subject_id', 'in', ids)
    .orderBy('position')
    .execute()
  for (const transfer of transfers) {
    const history = histories.get(transfer.id) ?? []
    checkHistory(transfer, history)
    const changes = history.map(({ event, transfer: { version } }) => `${version} ${event}`)
    const published = events.filter(({ subject_id }) => subject_id === transfer.id)
    expect(published.map(({ type, detail }) => `${detail.version} ${type}`)).toEqual(changes)
    const received = messages.filter(({ requestIdentifier }) => requestIdentifier === transfer.requestIdentifier)
    for (const { kind, body } of received) {
      const decided = history.some(({ transfer: version }) => mayBeSent(version, kind, body))
      expect(decided, `${kind} ${JSON.stringify(body)} was decided`).toBe(true)
    }
  }
}

/** The history counts up to the stored state, and a finished transfer does not change its status. */
function checkHistory(transfer: Transfer, history: readonly HistoryEntry[]): void {
  expect(history.map(({ transfer: { version } }) => version)).toEqual(history.map((_, index) => index + 1))
  expect(withoutAttempt(transfer)).toEqual(withoutAttempt(history.at(-1)?.transfer))
  history.forEach(({ event, actor: { type }, transfer: { state } }, index) => {
    const before = history[index - 1]?.transfer.state
    if (before === undefined || !isTerminal(before) || before.status === 'FAILED') return
    const isAccepted = event === 'transfer.confirmed' && type === 'USER' && 'lateTxHash' in before
    expect(state.status).toBe(isAccepted ? 'CONFIRMED' : before.status)
  })
}

/** An attempt that begins or waits is marked without a new version. */
function withoutAttempt(transfer: Transfer | undefined) {
  if (transfer === undefined || transfer.delivery.state === 'NONE') return transfer
  const { state, nextAttemptAt: _, ...delivery } = transfer.delivery
  const isOpen = state === 'QUEUED' || state === 'IN_FLIGHT' || state === 'RETRYING'
  return { ...transfer, delivery: { ...delivery, isOpen: isOpen ? true : state } }
}

/** Whether this version of a transfer allows the message. */
function mayBeSent({ direction, state }: Transfer, kind: string, body: PeerBody): boolean {
  switch (kind) {
    case 'INQUIRY':
      return direction === 'SENT' && state.status === 'PENDING'
    case 'RESOLUTION':
      if (direction !== 'RECEIVED') return false
      return body.approved === undefined
        ? state.status === 'DECLINED' && state.reason === body.rejected
        : state.status === 'APPROVED' && state.address === body.approved.address
    case 'CONFIRMATION':
      return direction === 'SENT' && state.status === 'CONFIRMED' && state.txHash === body.txid
    default:
      return direction === 'SENT' && (state.status === 'CANCELED' || state.status === 'EXPIRED')
  }
}

interface PeerBody {
  readonly approved?: { readonly address: string }
  readonly rejected?: string
  readonly txid?: string
}

function required<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: object },
): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}
