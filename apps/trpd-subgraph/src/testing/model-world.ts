import { randomUUID } from 'node:crypto'
import { openJobs } from '@travel-rule/database/jobs'
import type { Actor } from '@travel-rule/database/outbox'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import { expect } from 'vitest'
import { createTravelAddress } from '../address-book/actions/address-book-actions.ts'
import { encodeTravelAddress, parseTravelAddress } from '../address-book/domain/travel-address.ts'
import { openAssetRegistry } from '../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../assets/domain/built-in-assets.ts'
import { deliver } from '../delivery/trp/deliver.ts'
import type { TransferService } from '../foundation/actions/transfer-service.ts'
import { OWN_TRP_VERSION } from '../foundation/domain/trp-version.ts'
import { migrations } from '../foundation/store/migrations.ts'
import type { Tables } from '../foundation/store/tables.ts'
import ivms101 from '../ivms101/domain/vectors/ivms101.json' with { type: 'json' }
import type { AttemptJob } from '../messages/actions/queue-message.ts'
import { receiveCallback } from '../receiving/actions/receive-callback.ts'
import { receiveInquiry } from '../receiving/actions/receive-inquiry.ts'
import { releasePolicyOf } from '../release/domain/release-policy.ts'
import { openRuleSets } from '../rules/store/rule-sets.ts'
import { correctTx } from '../sending/actions/correct-tx.ts'
import { inquire } from '../sending/actions/inquire.ts'
import { registerOfflineTx } from '../sending/actions/register-offline.ts'
import { expireTransfer } from '../transfers/actions/expire-transfer.ts'
import {
  acceptConfirmation,
  archiveTx,
  assessTx,
  cancelTx,
  confirmTx,
  retryDelivery,
} from '../transfers/actions/transfer-actions.ts'
import { isUnderway } from '../transfers/domain/transfer.ts'
import type { Sender } from '../vasps/actions/check-sender.ts'
import { blockVasp, registerOrUpdateVasp, trustVasp } from '../vasps/actions/vasp-actions.ts'
import { queues } from '../workers.ts'
import { type Chronicle, checkInvariants, loadChronicles } from './model-invariants.ts'
import { type Step, TTL_SECONDS } from './model-openings.ts'
import { createModelPeer, type ModelPeer, type PeerBehaviour, type PeerMessage } from './model-peer.ts'
import { beneficiary, originator } from './operations.ts'

/** The payment address of every transfer. */
export const WORLD_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ADDRESS = WORLD_ADDRESS
const OTHER_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const HASHES = [
  'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  'a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d',
] as const
const REGISTERED = ['8b0f2c7e-6f0d-4b8e-9d3c-2a1f5e7c9b01', '8b0f2c7e-6f0d-4b8e-9d3c-2a1f5e7c9b02'] as const
const MANY = 10_000
const sender: Sender = { address: '127.0.0.1', certificate: undefined }
const actor: Actor = { type: 'USER', id: 'officer-1' }

/** Everything that a story needs: our node without its listeners and workers, one peer, and a clock. */
export interface World extends AsyncDisposable {
  readonly service: TransferService
  readonly vaspId: string
  /** Runs an attempt in the process that `runIn` derives from a service. */
  attempt(job: AttemptJob, behaviour: PeerBehaviour, runIn?: RunIn): Promise<void>
  /** Deletes all transfers and trusts the peer. */
  reset(): Promise<void>
  /** Performs a step in the process that `runIn` derives from a service. */
  take(step: Step, runIn?: RunIn): Promise<void>
  /** Makes all queued attempts, oldest first, in a process that is not killed. */
  deliverAll(behaviour: PeerBehaviour): Promise<void>
  /** The messages received by the peer. */
  received(): readonly PeerMessage[]
  /** All transfers, oldest first. */
  chronicles(): Promise<Chronicle[]>
  check(): Promise<void>
  /** Lets all time limits pass and all messages arrive, after which nothing waits for the peer. */
  settle(): Promise<void>
}

/** Derives the service of another process from the service of the world. */
export type RunIn = (service: TransferService) => TransferService

export async function openWorld({ discoveryTtlSeconds = 1_000_000 } = {}): Promise<World> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openTestDatabase<Tables>(migrations, { template: 'trpd' }))
  const logger = openLogger({ name: 'test', level: 'silent' })
  const limits = { timeout: 1, concurrent: 1, concurrentPerVasp: 1 }
  const jobs = stack.use(await openJobs({ database, logger, queues: queues(limits) }))
  let peer = createModelPeer('https://peer.example', ADDRESS)
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const service: TransferService = {
    database,
    jobs,
    sealer: openSealer(generateSealingKeys()),
    onBrokenSeal: () => undefined,
    onFailedStep: () => undefined,
    outbound: peer.outbound('UNREACHABLE'),
    refusedInquiries: { count: () => undefined, flush: async () => undefined },
    factSources: [],
    logger,
    ruleSets: openRuleSets(),
    attribution: undefined,
    screening: {
      version: () => '',
      hasOutdatedList: () => false,
      refresh: async () => undefined,
      screen: () => Promise.reject(new Error('nothing is screened here')),
      search: async () => [],
      [Symbol.asyncDispose]: async () => undefined,
    },
    mailer: undefined,
    leiRegister: undefined,
    assets: openAssetRegistry(BUILT_IN_ASSETS),
    now: () => new Date(nowMs++),
    policy: {
      own: { name: 'Own VASP', url: 'https://own.example' },
      jurisdiction: undefined,
      hosts: { privateHosts: false },
      senders: {
        verified: false,
        unverifiedMax: { perAddress: MANY, perTravelAddress: MANY, perVasp: MANY, total: MANY },
      },
      deadlineSeconds: { inquiry: TTL_SECONDS, confirmation: TTL_SECONDS, proposal: 3_600, case: 1_000_000 },
      ageMaxSeconds: { rate: 3_600, list: 1, duplicate: 3_600, proofs: undefined, discovery: discoveryTtlSeconds },
      decisions: { fourEyes: new Map(), requiredChecks: new Set(), reviewedReasonsOnly: false },
      release: releasePolicyOf({ jurisdiction: undefined, isScreened: false, own: [] }),
      screening: { isOn: false, lists: [], lookBackSeconds: 1 },
      usesLeiRegister: false,
      delivery: { ttlSeconds: TTL_SECONDS, triesMax: 4, delayMs: 1_000, delayMaxMs: 60_000, attemptSecondsMax: 10 },
      retentionErases: false,
    },
  }
  const vasp = { name: 'Peer', url: 'https://peer.example', wireProfile: { amountUnit: 'WHOLE' } } as const
  const { id: vaspId } = required(await registerOrUpdateVasp(service, vasp, actor))
  const entry = required(await createTravelAddress(service, { asset: 'btc', address: ADDRESS }, actor))
  const token = required(parseTravelAddress(entry.travelAddress, service.policy.hosts))
    .url.split('/x/')[1]
    ?.split('?')[0]
  const ids = async () => {
    const rows = await database.db.selectFrom('transfers').select('id').orderBy('sequence').execute()
    return rows.map(({ id }) => id)
  }
  const someTransfer = async (index: number) => {
    const all = await ids()
    return all.at(-1 - (index % Math.max(1, all.length))) ?? randomUUID()
  }

  async function take(step: Step, runIn: RunIn = (same) => same): Promise<void> {
    const here = runIn(service)
    switch (step.type) {
      case 'INQUIRE': {
        const travelAddress = encodeTravelAddress('peer.example/x/1?t=i')
        const { identifier: requestIdentifier } = step
        const input = { travelAddress, asset: 'btc', amount: '0.5', originator, beneficiary, requestIdentifier }
        await inquire(here, input, actor)
        return
      }
      case 'RECEIVE': {
        const requestIdentifier = step.identifier ?? randomUUID()
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
        expect((await receiveInquiry(here, received)).status).toBe(200)
        return
      }
      case 'REGISTER': {
        const { direction, hash, which } = step
        const persons = { originator, beneficiary, address: ADDRESS, ...(hash ? { txHash: HASHES[0] } : {}) }
        const input = { direction, selfHosted: true, asset: 'btc', amount: '0.5', ...persons }
        await registerOfflineTx(service, { ...input, requestIdentifier: REGISTERED[which] }, actor)
        return
      }
      case 'TRUST':
        required(await trustVasp(here, { id: vaspId }, actor))
        return
      case 'BLOCK':
        required(await blockVasp(here, vaspId, undefined, actor))
        return
      case 'WAIT':
        nowMs += step.seconds * 1_000
        return
      case 'EXPIRE':
        return expireTransfer(here, await someTransfer(step.pick))
      case 'DELIVER':
        return deliverSome(step, runIn)
      case 'RESOLVE': {
        const approval = (id: string) => peer.approval(id, step.which === 0 ? ADDRESS : OTHER_ADDRESS)
        return post(here, peer.resolutionTokens, step, (id) => (step.approve ? approval(id) : { rejected: 'no' }))
      }
      case 'CONFIRM': {
        const message = step.cancel ? { canceled: 'sold out' } : { txid: HASHES[step.which] }
        return post(here, peer.confirmationTokens, step, () => message)
      }
      case 'OFFICER':
        await act(here, await someTransfer(step.pick), step)
    }
  }

  /** Runs any attempt that was ever queued, even one that has already run or is obsolete. */
  async function deliverSome({ pick, behaviour }: StepOf<'DELIVER'>, runIn: RunIn): Promise<void> {
    const jobs = await attemptJobs()
    const job = jobs[pick % Math.max(1, jobs.length)]
    if (job !== undefined) await attempt(job, behaviour, runIn)
  }

  /** The jobs of all attempts, newest first. */
  async function attemptJobs(): Promise<AttemptJob[]> {
    const query = `select data from jobs.job where name = 'deliver' order by created_on desc, id`
    const { rows } = await database.pool.query<{ data: AttemptJob }>(query)
    return rows.map(({ data }) => data)
  }

  async function attempt(job: AttemptJob, behaviour: PeerBehaviour, runIn: RunIn = (same) => same): Promise<void> {
    const signal = new AbortController().signal
    const here = runIn({ ...service, outbound: peer.outbound(behaviour) })
    await deliver(here, { attempted() {} }, { job, signal })
  }

  /** Posts a message to one of the callbacks known to the peer. */
  async function post(
    here: TransferService,
    tokens: ModelPeer['resolutionTokens'],
    { pick, identifier = randomUUID() }: StepOf<'RESOLVE' | 'CONFIRM'>,
    message: (requestIdentifier: string) => object,
  ): Promise<void> {
    const known = [...tokens].toReversed()
    const [requestIdentifier, secret] = known[pick % Math.max(1, known.length)] ?? []
    if (requestIdentifier === undefined || secret === undefined) return
    const body = Buffer.from(JSON.stringify(message(requestIdentifier)))
    const sent = { token: secret, requestIdentifier: identifier, extensions: [], body, sender }
    expect([204, 422]).toContain((await receiveCallback(here, sent)).status)
  }

  function act(here: TransferService, id: string, { action, which }: StepOf<'OFFICER'>): Promise<unknown> {
    switch (action) {
      case 'APPROVE':
        return assessTx(here, { id, decision: 'APPROVE' }, actor)
      case 'DECLINE':
        return assessTx(here, { id, decision: 'DECLINE', reason: 'no' }, actor)
      case 'CONFIRM':
        return confirmTx(here, { id, txHash: HASHES[which] ?? '' }, actor)
      case 'CANCEL':
        return cancelTx(here, { id, reason: 'sold out' }, actor)
      case 'RETRY':
        return retryDelivery(here, id, actor)
      case 'ARCHIVE':
        return archiveTx(here, { id }, actor)
      case 'CORRECT':
        return correctTx(here, { id, originator: correctedTo(which) }, actor)
      case 'ACCEPT':
        return acceptConfirmation(here, id, actor)
    }
  }

  const owned = stack.move()
  return {
    service,
    vaspId,
    attempt,
    take,
    async deliverAll(behaviour) {
      for (const job of (await attemptJobs()).toReversed()) await attempt(job, behaviour)
    },
    received: () => peer.messages,
    async reset() {
      await database.pool.query('truncate transfers, circuit_breakers, inbound_messages cascade')
      // Not truncated: locking its partitions could deadlock with the maintenance of the queue.
      await database.pool.query('delete from jobs.job')
      peer = createModelPeer('https://peer.example', ADDRESS)
      await take({ type: 'TRUST' })
    },
    chronicles: () => loadChronicles(database, service.sealer),
    check: () => checkInvariants(database, service.sealer, peer.messages),
    async settle() {
      await take({ type: 'TRUST' })
      nowMs += 2 * TTL_SECONDS * 1_000
      for (const id of await ids()) await expireTransfer(service, id)
      for (const job of await attemptJobs()) await attempt(job, 'ACKNOWLEDGE')
      for (const { transfer } of await loadChronicles(database, service.sealer)) {
        const { channel, direction, state, delivery } = transfer
        expect(delivery.state !== 'NONE' && isUnderway(delivery, delivery.kind), 'a message is not sent').toBe(false)
        if (channel !== 'TRP') continue
        expect(`${direction} ${state.status}`).not.toBe(direction === 'SENT' ? 'SENT PENDING' : 'RECEIVED APPROVED')
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The originator, with one of two account numbers. */
function correctedTo(which: number) {
  return { ...originator, accountNumber: [`corrected ${which}`] }
}

type StepOf<Type extends Step['type']> = Extract<Step, { readonly type: Type }>

export function required<Value>(
  result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly refusal: object },
): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}
