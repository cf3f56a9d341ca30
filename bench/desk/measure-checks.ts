import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { openDatabase } from '@travel-rule/database/database'
import { measurePairs } from '@travel-rule/name-matching/testing/measure-matcher'
import { openLogger } from '@travel-rule/service/logger'
import { openAssetRegistry } from '@travel-rule/trpd-subgraph/assets/domain/asset'
import { BUILT_IN_ASSETS } from '@travel-rule/trpd-subgraph/assets/domain/built-in-assets'
import { CHECKS, runChecks } from '@travel-rule/trpd-subgraph/checks/domain/run-checks'
import { migrations } from '@travel-rule/trpd-subgraph/foundation/store/migrations'
import type { Tables } from '@travel-rule/trpd-subgraph/foundation/store/tables'
import { parseIvms101 } from '@travel-rule/trpd-subgraph/ivms101/domain/parse'
import { BUILT_IN_JURISDICTIONS } from '@travel-rule/trpd-subgraph/jurisdictions/domain/jurisdiction'
import { openScreening } from '@travel-rule/trpd-subgraph/screening/actions/open-screening'
import type { ListEntry } from '@travel-rule/trpd-subgraph/screening/domain/list-entry'
import { subjectsOf } from '@travel-rule/trpd-subgraph/screening/domain/screening-result'
import { saveScreeningList } from '@travel-rule/trpd-subgraph/screening/store/screening-lists'
import { openReceived } from '@travel-rule/trpd-subgraph/transfers/domain/transfer'
import { findSimilar } from '@travel-rule/trpd-subgraph/transfers/store/similar-transfers'
import { listVasps } from '@travel-rule/trpd-subgraph/vasps/store/vasps'
import { quantilesOf } from '../quantiles.ts'
import type { BenchTrpd } from '../trpd/bench-trpd.ts'
import { inquiriesOf } from '../trpd/inbound.ts'

export const ENTRIES = 50_000
const INQUIRIES = 500
const WARM_UP = 50
const DUPLICATE_SECONDS = 86_400

/** Duration of all checks of one inquiry, in milliseconds. */
export interface ChecksResult {
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  /** Maximum time for which the event loop was blocked. */
  readonly holdMs: number
}

/**
 * Runs all checks of inquiries between different people, one after another, in this process: both parties and the VASP
 * are screened against 50,000 entries, and similar transactions are looked up.
 */
export async function measureChecks({ databaseUrl }: BenchTrpd): Promise<ChecksResult> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openDatabase<Tables>({ url: databaseUrl, migrations, applicationName: 'bench' }))
  const { db } = database
  const nameOf = namesFrom()
  await saveList(db, nameOf)
  const assets = openAssetRegistry(BUILT_IN_ASSETS)
  const asset = assets.byId('btc')
  const [vasp] = await listVasps(db, {}, { limit: 1, offset: 0 })
  if (asset === undefined || vasp === undefined) throw new Error('there is no asset or no VASP')
  const logger = openLogger({ name: 'bench', level: 'error' })
  const now = () => new Date()
  const screening = stack.use(
    openScreening({ db, logger, now, required: ['UN'], listAgeMaxSeconds: DUPLICATE_SECONDS, vendor: undefined }),
  )
  await screening.refresh()
  const [body = '{}'] = inquiriesOf(1)
  const jurisdiction = BUILT_IN_JURISDICTIONS.find(({ code }) => code === 'EU')

  const checkOne = async (at: number) => {
    const { payload } = parseIvms101(withNames(JSON.parse(body).IVMS101, nameOf(at * 97), nameOf(at * 89)))
    if (payload === undefined) throw new Error('the payload is malformed')
    const transfer = openReceived({
      facts: {
        id: randomUUID(),
        direction: 'RECEIVED',
        requestIdentifier: randomUUID(),
        assetId: asset.id,
        amount: `0.${at + 1}`,
        travelAddress: 'ta-of-the-benchmark',
        vaspId: vasp.id,
        protocolVersion: '3.2.1',
        ivms101Issues: [],
        deviations: [],
        createdAt: now(),
      },
      amountUnit: 'WHOLE',
      vaspTrusted: true,
    })
    const names = subjectsOf(payload, 'RECEIVED')
    const subjects = [...names, { role: 'VASP', name: vasp.name, kind: 'ORGANISATION' } as const]
    const result = await screening.screen({ subjects, wallets: [], required: ['ORIGINATOR', 'BENEFICIARY'] })
    const since = new Date(Date.now() - DUPLICATE_SECONDS * 1_000)
    const similar = await findSimilar(db, transfer, { decimals: asset.decimals, since })
    const customer = { names: [nameOf(at * 89)], accounts: ['77'] }
    const facts = { transfer, payload, asset, vasp, customer, similar, jurisdiction, at: now() }
    const results = runChecks(CHECKS, { ...facts, duplicateSeconds: DUPLICATE_SECONDS, screening: result }, (error) => {
      throw error
    })
    if (results.length < CHECKS.length - 1) throw new Error(`only ${results.length} checks ran`)
  }
  for (let at = 0; at < WARM_UP; at += 1) await checkOne(at)
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  const times: number[] = []
  for (let at = WARM_UP; at < WARM_UP + INQUIRIES; at += 1) {
    const began = performance.now()
    await checkOne(at)
    times.push(performance.now() - began)
    await setImmediate()
  }
  loop.disable()
  const { p50Ms, p95Ms, p99Ms } = quantilesOf(times)
  const round = (ms: number) => Number(ms.toFixed(1))
  return { p50Ms: round(p50Ms), p95Ms: round(p95Ms), p99Ms: round(p99Ms), holdMs: round(loop.max / 1e6) }
}

/** Names of three words each, composed of the published name pairs. */
function namesFrom(): (at: number) => string {
  const words = [...new Set(measurePairs().flatMap(({ left, right }) => `${left} ${right}`.split(/\s+/)))]
  return (at) => [7, 31, 101].map((step) => words[(at * step + Math.floor(at / step)) % words.length]).join(' ')
}

async function saveList(db: Parameters<typeof saveScreeningList>[0], nameOf: (at: number) => string): Promise<void> {
  const entries = Array.from({ length: ENTRIES }, (_, at): ListEntry => {
    const names = [{ name: nameOf(at), isWeak: false }]
    return { id: String(at), kind: 'PERSON', names, birthYears: [], wallets: [], programs: [] }
  })
  const list = { name: 'UN', publishedOn: undefined, entries, malformed: [], sha256: Buffer.alloc(32) } as const
  await saveScreeningList(db, list, new Date())
}

/** The IVMS101 payload with different persons. */
// biome-ignore lint/suspicious/noExplicitAny: the payload of a message
function withNames(payload: any, originator: string, beneficiary: string): unknown {
  const changed = structuredClone(payload)
  const rename = (person: typeof payload, name: string) => {
    const [primaryIdentifier, ...others] = name.split(' ')
    const identifier = { primaryIdentifier, secondaryIdentifier: others.join(' '), nameIdentifierType: 'LEGL' }
    person.naturalPerson.name.nameIdentifier = [identifier]
  }
  rename(changed.originator.originatorPersons[0], originator)
  rename(changed.beneficiary.beneficiaryPersons[0], beneficiary)
  return changed
}
