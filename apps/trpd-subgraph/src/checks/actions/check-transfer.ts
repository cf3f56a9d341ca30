import { type AddressBookEntry, loadEntries } from '../../address-book/store/address-book.ts'
import { type Asset, wholeAmount } from '../../assets/domain/asset.ts'
import { valueIn } from '../../assets/domain/rates.ts'
import { loadRates } from '../../assets/store/rates.ts'
import { customerFingerprints } from '../../customers/actions/customer-reference.ts'
import { customerNames } from '../../customers/domain/customer.ts'
import { findCustomer } from '../../customers/store/customers.ts'
import type { KnownLeiRecord } from '../../due-diligence/domain/lei-record.ts'
import { loadLeiRecords } from '../../due-diligence/store/lei-records.ts'
import {
  assetOf,
  type ChangePorts,
  type CheckPorts,
  type Ports,
  secondsAfter,
} from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { type Ivms101, partyNames } from '../../ivms101/domain/model.ts'
import { comparesValues } from '../../jurisdictions/domain/jurisdiction.ts'
import { loadOwnership } from '../../ownership/actions/load-ownership.ts'
import { isUnreliable, queueProofCheck } from '../../ownership/actions/queue-proof-check.ts'
import { announcing } from '../../release/actions/announce-release.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { findSimilar } from '../../transfers/store/similar-transfers.ts'
import { loadSecrets, type TransferSecrets } from '../../transfers/store/transfers.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'
import type { CheckFacts, CheckResult, CustomerFact, ProofSourceState } from '../domain/check.ts'
import { CHECKS, neededFacts, runChecks } from '../domain/run-checks.ts'
import { type CheckCause, insertCheckRun } from '../store/check-runs.ts'
import type { LookedUp } from './fact-source.ts'

/** A transfer to check. Anything that the caller has loaded is not loaded again. */
export interface CheckRequest {
  /** New, or locked by this transaction. */
  readonly transfer: Transfer
  readonly cause: CheckCause
  /** Subject of the officer who requested the check. */
  readonly by?: string | undefined
  readonly secrets?: Pick<TransferSecrets, 'ivms101' | 'customerReference'>
  readonly vasp?: Vasp
  readonly entry?: AddressBookEntry
  /** Facts that were looked up before the transaction. */
  readonly lookedUp?: LookedUp
}

/**
 * Runs every check of a stored transfer and stores the results.
 *
 * `lookedUp` provides facts from sources outside the database. Without it, a job looks them up and runs the
 * checks again; until then, checks that need these facts are `UNKNOWN`.
 */
export async function checkTransfer(service: CheckPorts, work: UnitOfWork, request: CheckRequest): Promise<Judged> {
  const judged = await judgeTransfer(service, work, request)
  const { transfer, cause, by } = request
  const { results, names } = judged
  const run = { transferId: transfer.id, cause, by, results, names } as const
  const store = () => insertCheckRun(work.tx, work.sealer, run)
  // A new transfer has an event of its own.
  await (cause === 'INQUIRY' ? store() : announcing(service, work, transfer, store))
  await queueLookup(work, transfer, judged)
  return judged
}

/** What the checks of a transfer found. */
export interface Judged {
  readonly results: readonly CheckResult[]
  /** True if facts from a source outside the database may change the results. */
  readonly lacksFacts: boolean
  /** State of the ownership proofs' source; absent unless the wallet is self-hosted. */
  readonly proofSource?: ProofSourceState
  readonly payload: Ivms101
  /** The names of the parties, by which a new transfer can be searched. */
  readonly names?: readonly string[]
}

/** Runs every check of a transfer, which may not be stored yet. */
export async function judgeTransfer(service: CheckPorts, work: UnitOfWork, request: CheckRequest): Promise<Judged> {
  const { lookedUp, cause } = request
  // Facts from the database override those that were looked up.
  const unscreened = service.policy.screening.isOn ? { screening: 'PENDING' as const } : {}
  const facts = { ...unscreened, ...lookedUp, ...(await loadFacts(service, work, request)) }
  const results = runChecks(CHECKS, facts, (err, { name }) => work.logger.error({ err, check: name }, 'check failed'))
  const lacksFacts = lookedUp === undefined && service.factSources.some((source) => source.applies(facts))
  return {
    results,
    lacksFacts,
    payload: facts.payload,
    ...(facts.ownership && { proofSource: facts.ownership.source }),
    ...(cause === 'INQUIRY' && { names: partyNames(facts.payload) }),
  }
}

/**
 * True if rules must wait for facts that the checks of a transfer lack: for an inquiry until it is decided,
 * and always for a registered transfer, about which no one decides.
 */
export function awaitsFacts({ channel, state }: Transfer, { lacksFacts }: Pick<Judged, 'lacksFacts'>): boolean {
  return lacksFacts && (channel !== 'TRP' || state.status === 'PENDING')
}

/**
 * Queues the lookup of the facts that the rules wait for, if any. If the ownership proofs are unreliable, the
 * wallet is checked again later.
 */
export async function queueLookup({ tx, jobs }: UnitOfWork, transfer: Transfer, judged: Judged): Promise<void> {
  if (awaitsFacts(transfer, judged)) await jobs.enqueue(tx, 'check', { transferId: transfer.id })
  if (isUnreliable(judged.proofSource)) await queueProofCheck(jobs, tx, { transferId: transfer.id })
}

async function loadFacts(service: ChangePorts, work: UnitOfWork, request: CheckRequest): Promise<CheckFacts> {
  const { transfer } = request
  const { policy } = service
  const asset = assetOf(service, transfer)
  const at = work.now()
  const entry = request.entry ?? (await entryOf(work, transfer))
  const secrets = request.secrets ?? (await loadSecrets(work.tx, work.sealer, transfer.id))
  const customerReference = secrets.customerReference ?? entry?.customerReference
  const vasp = request.vasp ?? (await vaspOf(work, transfer))
  const base = {
    transfer,
    asset,
    at,
    ...(await valueFact(service, work, transfer, asset)),
    jurisdiction: policy.jurisdiction,
    duplicateSeconds: policy.ageMaxSeconds.duplicate,
    payload: secrets.ivms101,
    ...(vasp === undefined ? {} : { vasp }),
    ...(customerReference === undefined ? {} : { customerReference }),
    ...(entry === undefined ? {} : { entry }),
  }
  const needed = neededFacts(CHECKS)
  const since = secondsAfter(at, -policy.ageMaxSeconds.duplicate)
  const similar = needed.has('SIMILAR')
    ? { similar: await findSimilar(work.tx, transfer, { decimals: asset.decimals, since }) }
    : {}
  const customer = needed.has('CUSTOMER') ? await customerOf(work, customerReference) : undefined
  const ownership = needed.has('OWNERSHIP')
    ? await loadOwnership(service, work, transfer, customerReference)
    : undefined
  const leiRecord = needed.has('LEI_RECORD') ? await leiRecordOf(service, work, vasp) : undefined
  return {
    ...base,
    ...similar,
    ...(customer && { customer }),
    ...(ownership && { ownership }),
    ...(leiRecord && { leiRecord }),
  }
}

async function valueFact(
  { policy }: Ports<'policy'>,
  { tx, now }: UnitOfWork,
  transfer: Transfer,
  asset: Asset,
): Promise<Pick<CheckFacts, 'valueIn'>> {
  const isSelfHosted = transfer.channel === 'SELF_HOSTED'
  if (policy.jurisdiction === undefined || !comparesValues(policy.jurisdiction, { isSelfHosted })) return {}
  const rates = await loadRates(tx, asset.id)
  const age = { at: now(), ageMaxSeconds: policy.ageMaxSeconds.rate }
  return { valueIn: valueIn(wholeAmount(transfer, asset), rates, age) }
}

async function customerOf(work: UnitOfWork, reference: string | undefined): Promise<CustomerFact | undefined> {
  const fingerprints = reference === undefined ? undefined : customerFingerprints(work, reference)
  const customer = fingerprints?.ok ? await findCustomer(work.tx, work.sealer, fingerprints.value) : undefined
  return customer && { names: customerNames(customer), accounts: customer.accounts }
}

/** Undefined without a register, even if there was one before: its records are no longer updated. */
async function leiRecordOf(
  { policy }: Ports<'policy'>,
  { tx }: UnitOfWork,
  vasp: Vasp | undefined,
): Promise<KnownLeiRecord | undefined> {
  if (!policy.usesLeiRegister || vasp?.lei === undefined) return undefined
  const [known] = await loadLeiRecords(tx, [vasp.lei])
  return known
}

async function vaspOf({ tx }: UnitOfWork, { vaspId }: Transfer): Promise<Vasp | undefined> {
  const [vasp] = vaspId === undefined ? [] : await loadVasps(tx, [vaspId])
  return vasp
}

async function entryOf(
  { tx, sealer }: UnitOfWork,
  { addressBookEntryId }: Transfer,
): Promise<AddressBookEntry | undefined> {
  if (addressBookEntryId === undefined) return undefined
  const [entry] = await loadEntries(tx, sealer, [addressBookEntryId])
  return entry
}
