import { openJobs } from '@travel-rule/database/jobs'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { openLogger } from '@travel-rule/service/logger'
import { openOutbound } from '@travel-rule/service/outbound'
import { expect, it } from 'vitest'
import { encodeTravelAddress } from '../../address-book/domain/travel-address.ts'
import { openAssetRegistry } from '../../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import { systemActor, type TransferService } from '../../foundation/actions/transfer-service.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { releasePolicyOf } from '../../release/domain/release-policy.ts'
import { openRuleSets } from '../../rules/store/rule-sets.ts'
import { inquire } from '../../sending/actions/inquire.ts'
import { beneficiary, originator } from '../../testing/operations.ts'
import { until } from '../../testing/test-node.ts'
import { registerOrUpdateVasp, trustVasp } from '../../vasps/actions/vasp-actions.ts'
import { queues } from '../../workers.ts'
import { loadTransfers } from '../store/transfers.ts'
import { expireTransfer } from './expire-transfer.ts'

it('a transfer expires even if the clock of this process is behind that of the database', async () => {
  const logger = openLogger({ name: 'test', level: 'silent' })
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  await using jobs = await openJobs({
    database,
    logger,
    queues: queues({ timeout: 1, concurrent: 1, concurrentPerVasp: 1 }),
  })
  await using outbound = openOutbound({ privateHosts: 'refuse', timeoutMs: 1_000, responseBytesMax: 1_000, logger })
  const BEHIND_MS = 3_000
  const node: TransferService = {
    database,
    jobs,
    sealer: openSealer(generateSealingKeys()),
    onBrokenSeal: () => undefined,
    onFailedStep: () => undefined,
    outbound,
    assets: openAssetRegistry(BUILT_IN_ASSETS),
    refusedInquiries: { count: () => undefined, flush: async () => undefined },
    factSources: [],
    logger,
    ruleSets: openRuleSets(),
    attribution: undefined,
    screening: {
      isOn: false,
      version: () => '',
      hasOutdatedList: () => false,
      refresh: async () => undefined,
      screen: () => Promise.reject(new Error('nothing is screened here')),
      search: async () => [],
      [Symbol.asyncDispose]: async () => undefined,
    },
    mailer: undefined,
    leiRegister: undefined,
    now: () => new Date(Date.now() - BEHIND_MS),
    rules: {
      own: { name: 'Late VASP', url: 'https://late.example' },
      hosts: { privateHosts: false },
      verifiesSenders: false,
      unverified: { perAddress: 1, perTravelAddress: 1, perVasp: 1, total: 1 },
      retentionErases: false,
      inquiryTtlSeconds: 1,
      confirmationTtlSeconds: 1,
      discoveryTtlSeconds: 1,
      caseDueSeconds: 1,
      screeningLists: [],
      screeningListAgeMaxSeconds: 1,
      screeningLookBackSeconds: 1,
      fourEyes: new Map(),
      proposalTtlSeconds: 3_600,
      reviewedReasonsOnly: false,
      delivery: { ttlSeconds: 1, triesMax: 1, delayMs: 1, delayMaxMs: 1 },
      attemptSecondsMax: 1,
      jurisdiction: undefined,
      requiredChecks: new Set(),
      release: releasePolicyOf({ jurisdiction: undefined, isScreened: false, own: [] }),
      rateAgeMaxSeconds: 3_600,
      proofAgeMaxSeconds: undefined,
      duplicateSeconds: 1,
    },
  }
  const registered = await registerOrUpdateVasp(
    node,
    { name: 'VASP', url: 'https://vasp.example', wireProfile: { amountUnit: 'WHOLE' } },
    systemActor,
  )
  if (!registered.ok) throw new Error(registered.refusal.message)
  await trustVasp(node, { id: registered.value.id }, systemActor)
  const travelAddress = encodeTravelAddress('vasp.example/x/1?t=i')
  const input = { travelAddress, asset: 'btc', amount: '1', originator, beneficiary }
  const inquired = await inquire(node, input, systemActor)
  if (!inquired.ok) throw new Error(inquired.refusal.message)
  const early: string[] = []
  await jobs.work<{ transferId: string }>('expire', async ({ transferId }) => {
    await expireTransfer(node, transferId)
    early.push((await load())?.state.status ?? '')
  })
  const load = async () => (await loadTransfers(database.db, node.sealer, [inquired.value.id]))[0]
  await until(load, (transfer) => transfer?.state.status === 'EXPIRED')
  expect(early[0]).toBe('PENDING')
})
