import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { openLogger } from '@travel-rule/service/logger'
import { expect } from 'vitest'
import { holdTx, releaseTx } from '../cases/actions/case-actions.ts'
import { type Case, isFinished, openCase } from '../cases/domain/case.ts'
import { loadCases } from '../cases/store/cases.ts'
import { acceptFinding } from '../checks/actions/accept-finding.ts'
import { type CheckJob, continueChecks } from '../checks/actions/run-checks-again.ts'
import type { Policy } from '../foundation/actions/policy.ts'
import type { TransferService } from '../foundation/actions/transfer-service.ts'
import { type Decimal, parseAmount } from '../foundation/domain/amount.ts'
import type { AttemptJob } from '../messages/actions/queue-message.ts'
import { releasePolicyOf } from '../release/domain/release-policy.ts'
import { replaceRules } from '../rules/actions/replace-rules.ts'
import { listRuleSets } from '../rules/store/rule-sets.ts'
import { openScreening } from '../screening/actions/open-screening.ts'
import { screenChangedTransfers } from '../screening/actions/screen-transfers.ts'
import { screeningSource } from '../screening/actions/screening-source.ts'
import type { ListEntry } from '../screening/domain/list-entry.ts'
import { saveScreeningList } from '../screening/store/screening-lists.ts'
import { confirmTx } from '../transfers/actions/transfer-actions.ts'
import { addressOf, type Transfer } from '../transfers/domain/transfer.ts'
import { registerOrUpdateVasp, setAutoApprove } from '../vasps/actions/vasp-actions.ts'
import type { Step } from './model-openings.ts'
import { openWorld, required, WORLD_ADDRESS } from './model-world.ts'
import { startMortalProcess } from './mortal-process.ts'

/**
 * A step of the world, or of its checks, lists and rules. With `kill`, it runs in a process that is killed
 * after that many of its statements and requests.
 */
export type ReleaseStep = (
  | Step
  /** Loads a new version of the list, with or without the party of every transfer and the wallet of the address. */
  | { readonly type: 'LIST'; readonly name: boolean; readonly wallet: boolean }
  /** Runs the newest check job. */
  | { readonly type: 'CHECK' }
  /** Runs the periodic screening job. */
  | { readonly type: 'SCREEN' }
  | { readonly type: 'RULE'; readonly approves: boolean }
  /** Renames the VASP to an entry that is always on the list. */
  | { readonly type: 'RENAME' }
  /** A person accepts the latest screening, holds or releases the case, or reports a payment that was already made. */
  | { readonly type: 'ACCEPT' | 'HOLD' | 'RELEASE' | 'PAID'; readonly pick: number }
) & { readonly kill?: number | 'BEFORE_REQUEST' }

/** A world that screens against real lists. */
export interface ReleaseWorld extends AsyncDisposable {
  reset(): Promise<void>
  /** Sets the amount above which a decision needs two persons, until the next reset. */
  setFourEyes(amount: string): void
  /** Performs a step, and checks that nothing has passed with an open hit. */
  take(step: ReleaseStep): Promise<void>
  /** Clears the list and runs all jobs, after which nothing may be waiting. */
  settle(): Promise<void>
  /** The newest transfer's status, the messages that the peer received about it, and its case. */
  summary(): Promise<string>
  caseOfNewest(): Promise<Case>
}

const LISTED: ListEntry = {
  id: 'entry',
  kind: 'PERSON',
  names: [{ name: 'Friedrich Engels', isWeak: false }],
  birthYears: [],
  wallets: [],
  programs: [],
}
const LISTED_VASP = 'Quistorp Handelsbank Nordwest'
const UNRELATED: ListEntry = {
  ...LISTED,
  id: 'other',
  kind: 'ORGANISATION',
  names: [{ name: LISTED_VASP, isWeak: false }],
}
const person: Actor = { type: 'USER', id: 'officer-2' }
const HASH = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'

export async function openReleaseWorld(): Promise<ReleaseWorld> {
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await openWorld())
  const { database, sealer } = world.service
  const { db } = database
  const screening = stack.use(
    openScreening({
      db,
      logger: openLogger({ name: 'test', level: 'silent' }),
      now: world.service.now,
      required: ['UN'],
      listAgeMaxSeconds: 1_000_000_000,
      vendor: undefined,
    }),
  )
  const fourEyes = new Map<string, Decimal>()
  const service = screened(world.service)
  /** The current list, and the hits that a person has accepted, by transfer. */
  let listed = { name: false, wallet: false }
  let accepted = new Set<string>()
  let entries = 0
  const done = new Set<string>()

  function screened(given: TransferService): TransferService {
    const { policy } = given
    const screenedPolicy: Policy = {
      ...policy,
      ageMaxSeconds: { ...policy.ageMaxSeconds, list: 1_000_000_000 },
      decisions: { ...policy.decisions, fourEyes, requiredChecks: new Set(['SCREENING']) },
      screening: { ...policy.screening, isOn: true, lists: ['UN'] },
      release: releasePolicyOf({ jurisdiction: undefined, isScreened: true, own: [] }),
    }
    const own: TransferService = {
      ...given,
      screening,
      policy: screenedPolicy,
      factSources: [screeningSource(() => own)],
    }
    return own
  }

  /** The hits of a transfer on the current list, determined independently of the checks. */
  function hitsOf(transfer: Transfer): string {
    const isUndecided = transfer.direction === 'RECEIVED' && transfer.state.status === 'PENDING'
    const address = addressOf(transfer) ?? (isUndecided ? WORLD_ADDRESS : undefined)
    const isWallet = listed.wallet && address === WORLD_ADDRESS
    return [listed.name ? 'name' : '', isWallet ? 'wallet' : ''].join(' ').trim()
  }

  const isOpen = (transfer: Transfer) => {
    const hits = hitsOf(transfer)
    return hits !== '' && !accepted.has(`${transfer.id} ${hits}`)
  }

  const transfers = async () => (await world.chronicles()).map(({ transfer }) => transfer)
  const pickOne = async (pick: number) => (await transfers()).at(-1 - pick)

  async function take(step: ReleaseStep): Promise<void> {
    const before = new Map((await transfers()).map((transfer) => [transfer.id, transfer]))
    const received = world.received().length
    const { kill } = step
    if (kill === undefined) await run(step, service, screened)
    else if (kill === 'BEFORE_REQUEST') await runUntilRequest(step)
    else {
      const mortal = startMortalProcess(database, kill)
      const runIn = (given: TransferService) => screened(mortal.runIn(given))
      await mortal.run(run(step, runIn(world.service), runIn))
    }
    await checkPassed(step, before, world.received().slice(received))
  }

  /** Runs a step in a process that is killed before its first HTTP request. */
  async function runUntilRequest(step: ReleaseStep): Promise<void> {
    const killed = Promise.withResolvers<void>()
    const request = () => {
      killed.resolve()
      return new Promise<never>(() => undefined)
    }
    const runIn = (given: TransferService) => screened({ ...given, outbound: { ...given.outbound, request } })
    await Promise.race([run(step, runIn(world.service), runIn), killed.promise])
  }

  async function run(
    step: ReleaseStep,
    here: TransferService,
    runIn: (given: TransferService) => TransferService,
  ): Promise<unknown> {
    switch (step.type) {
      case 'LIST':
        return loadList(step)
      case 'CHECK': {
        const job = (await jobsOf<CheckJob>('check')).at(0)
        return job === undefined ? undefined : runCheck(here, job)
      }
      case 'SCREEN':
        return screenAll(here)
      case 'RULE':
        return replaceRule(here, step.approves)
      case 'RENAME':
        return renameVasp(LISTED_VASP)
      case 'ACCEPT':
        return acceptLatest(here, await pickOne(step.pick))
      case 'HOLD': {
        const transfer = await pickOne(step.pick)
        return transfer && holdTx(here, { id: transfer.id, reason: 'to be looked at' }, person)
      }
      case 'RELEASE': {
        const transfer = await pickOne(step.pick)
        return transfer && releaseTx(here, { id: transfer.id, reason: 'seen' }, person)
      }
      case 'PAID': {
        const transfer = await pickOne(step.pick)
        return transfer && confirmTx(here, { id: transfer.id, txHash: HASH, isOnLedger: true }, person)
      }
      default:
        return world.take(step, runIn)
    }
  }

  /** Checks that no message about a transfer with an open hit was sent, and that it was neither approved nor paid. */
  async function checkPassed(
    step: ReleaseStep,
    before: ReadonlyMap<string, Transfer>,
    messages: readonly PeerMessageOf[],
  ) {
    const all = await transfers()
    for (const transfer of all) {
      const former = before.get(transfer.id)
      // A transfer is judged in the state in which it could still be stopped.
      const stopped = isOpen(former ?? transfer)
      const passed = passedIn(former, transfer, step)
      if (stopped) expect(passed, JSON.stringify(step)).toBeUndefined()
      for (const { requestIdentifier, kind, body } of messages) {
        if (requestIdentifier !== transfer.requestIdentifier || !isOpen(former ?? transfer)) continue
        const isPassing = kind === 'INQUIRY' || (kind === 'RESOLUTION' && body.approved !== undefined)
        expect(isPassing, `${kind} left`).toBe(false)
      }
    }
  }

  /** What a step allowed, if anything. */
  function passedIn(
    former: Transfer | undefined,
    { direction, state }: Transfer,
    step: ReleaseStep,
  ): string | undefined {
    if (former?.state.status === state.status) return undefined
    if (direction === 'RECEIVED' && state.status === 'APPROVED') return 'approved'
    return direction === 'SENT' && state.status === 'CONFIRMED' && step.type !== 'PAID' ? 'paid' : undefined
  }

  async function loadList(
    { name, wallet }: { readonly name: boolean; readonly wallet: boolean },
    entryId = LISTED.id,
  ): Promise<void> {
    entries += 1
    const wallets = wallet ? [{ asset: 'BTC', address: WORLD_ADDRESS }] : []
    const content = [...(name ? [{ ...LISTED, id: entryId }] : []), { ...UNRELATED, wallets, id: `other ${wallet}` }]
    const sha256 = createHash('sha256').update(String(entries)).digest()
    const list = { name: 'UN', publishedOn: undefined, entries: content, malformed: [], sha256 } as const
    await saveScreeningList(db, list, service.now())
    listed = { name, wallet }
  }

  /** The jobs of a queue that have not run yet, newest first. */
  async function jobsOf<Data>(queue: string): Promise<{ readonly id: string; readonly data: Data }[]> {
    const query = 'select id, data from jobs.job where name = $1 order by created_on desc, id'
    const { rows } = await database.pool.query<{ id: string; data: Data }>(query, [queue])
    return rows.filter(({ id }) => !done.has(id))
  }

  async function runCheck(here: TransferService, { id, data }: { readonly id: string; readonly data: CheckJob }) {
    await continueChecks(here, data)
    // A killed process does not get here, so its job runs again.
    done.add(id)
  }

  async function screenAll(here: TransferService): Promise<void> {
    const { signal } = new AbortController()
    const progress = {}
    while (await screenChangedTransfers(here, progress, signal));
  }

  async function renameVasp(name: string): Promise<void> {
    const url = 'https://peer.example'
    const renamed = await registerOrUpdateVasp(service, { id: world.vaspId, name, url }, person)
    expect(renamed.ok).toBe(true)
  }

  async function replaceRule(here: TransferService, approves: boolean): Promise<void> {
    const [set] = await listRuleSets(db, { limit: 1, offset: 0 })
    const rules = approves ? [{ name: 'all', action: 'APPROVE' } as const] : []
    await replaceRules(here, { expectedVersion: set?.version ?? 0, rules }, person)
    const limits = [{ asset: 'btc', amountMax: '1' }]
    await setAutoApprove(here, { id: world.vaspId, enabled: approves, limits }, person)
  }

  async function acceptLatest(here: TransferService, transfer: Transfer | undefined): Promise<void> {
    if (transfer === undefined) return
    const query = db.selectFrom('transferScreenings').select(['finding', 'lists']).where('transferId', '=', transfer.id)
    const latest = await query.executeTakeFirst()
    await screening.refresh()
    // A person accepts what the current list says; an older screening must be repeated before it counts.
    if (latest?.finding == null || latest.lists !== screening.version()) return
    const hits = hitsOf(transfer)
    // Before the call: a process that is killed afterwards has accepted it.
    accepted.add(`${transfer.id} ${hits}`)
    const input = { id: transfer.id, finding: latest.finding, reason: 'another person', isPerson: true }
    await acceptFinding(here, input, { type: 'USER', id: randomUUID() })
  }

  async function newestAttempts(): Promise<AttemptJob[]> {
    const jobs = await jobsOf<AttemptJob>('deliver')
    const newest = new Map(jobs.toReversed().map(({ data }) => [data.messageId, data]))
    return [...newest.values()]
  }

  async function settle(): Promise<void> {
    await loadList({ name: true, wallet: true }, 'added at last')
    await everyJob()
    for (const transfer of await transfers()) {
      if (isFinished(transfer) || !isOpen(transfer)) continue
      expect((await caseOf(transfer)).status, 'a hit holds every unfinished transfer').toBe('ON_HOLD')
    }
    await loadList({ name: false, wallet: false })
    await everyJob()
    for (const { id } of await transfers()) await releaseTx(service, { id, reason: 'seen' }, person)
    for (const job of await newestAttempts()) await world.attempt(job, 'ACKNOWLEDGE', screened)
    for (const { state, delivery } of await transfers()) {
      const isOwed = state.status === 'PENDING' || state.status === 'APPROVED'
      const waits = isOwed && delivery.state !== 'NONE' && delivery.state !== 'DELIVERED' && delivery.state !== 'FAILED'
      expect(waits, 'a message waits for good').toBe(false)
    }
  }

  /** Screens everything and runs the checks until no job is queued. */
  async function everyJob(): Promise<void> {
    await screenAll(service)
    for (let jobs = await jobsOf<CheckJob>('check'); jobs.length > 0; jobs = await jobsOf<CheckJob>('check')) {
      for (const job of jobs) await runCheck(service, job)
    }
  }

  async function caseOf(transfer: Transfer): Promise<Case> {
    return (await loadCases(db, sealer, [transfer.id])).get(transfer.id) ?? openCase(transfer)
  }

  const newest = async () => {
    const transfer = await pickOne(0)
    if (transfer === undefined) throw new Error('there is no transfer')
    return transfer
  }

  const owned = stack.move()
  return {
    take,
    settle,
    setFourEyes(amount) {
      fourEyes.set('btc', required(parseAmount(amount)))
    },
    async reset() {
      await world.reset()
      done.clear()
      accepted = new Set()
      fourEyes.clear()
      await replaceRule(service, false)
      await renameVasp('Peer')
      await loadList({ name: false, wallet: false })
      await screening.refresh()
    },
    async summary() {
      const transfer = await newest()
      const own = world.received().filter(({ requestIdentifier }) => requestIdentifier === transfer.requestIdentifier)
      const kinds = own.map(({ kind }) => kind).join(' ') || 'nothing'
      return `${transfer.state.status}, ${kinds}, ${(await caseOf(transfer)).status}`
    },
    caseOfNewest: async () => caseOf(await newest()),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type PeerMessageOf = ReturnType<Awaited<ReturnType<typeof openWorld>>['received']>[number]
