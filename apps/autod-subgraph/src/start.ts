import { randomUUID } from 'node:crypto'
import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Database } from '@travel-rule/database/database'
import { observeFeeds } from '@travel-rule/database/observe-feeds'
import { observeSealing } from '@travel-rule/database/observe-sealing'
import { openSealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import { openOutbound } from '@travel-rule/service/outbound'
import type { RunningService } from '@travel-rule/service/run-service'
import { startSubgraph } from '@travel-rule/subgraph/start-subgraph'
import { signCheckpoint } from './checkpoints/actions/sign-checkpoint.ts'
import { appendCheckpoints } from './checkpoints/checkpoint-file.ts'
import { checkpointKeysRoute, openCheckpointKeys } from './checkpoints/checkpoint-keys.ts'
import { fileTarget, urlTarget } from './checkpoints/deliver-checkpoints.ts'
import { openEvidenceSigner } from './checkpoints/evidence-keys.ts'
import { openCheckpoints } from './checkpoints/open-checkpoints.ts'
import type { Config } from './config.ts'
import type { EvidenceParts } from './evidence/actions/make-evidence.ts'
import { openEvidenceRenderer } from './evidence/pdf/evidence-renderer.ts'
import { openSeeCaller } from './feeds/actions/record-activity.ts'
import { feedRoutes, openFeeds } from './feeds/open-feeds.ts'
import { type Context, createContext } from './graphql/context.ts'
import { openViewSealing } from './saved-views/actions/seal-saved-views.ts'
import { buildSchema } from './schema.ts'
import { listForgingRights } from './store/forging-rights.ts'
import { migrations, privileges } from './store/migrations.ts'
import { countOutdatedViews } from './store/saved-views.ts'
import type { Tables } from './store/tables.ts'

/** Values that no operator sets. Tests start autod with others. */
const TUNING = {
  /**
   * Maximum time between two checkpoints of the audit log while it has new entries. A forgery can go unnoticed
   * for this long; a shorter time makes verifying all checkpoints more expensive.
   */
  checkpointSeconds: 60,
  /**
   * Time limit for the PDF of an evidence request, counted from the start of the request. Well below the 30 seconds
   * that the gateway waits for a subgraph by default, so that the JSON file arrives without it.
   */
  evidencePdfSeconds: 20,
}

export type Tuning = Readonly<typeof TUNING>

/** Starts autod: the feeds that it follows, the checkpoints of its log, and the subgraph for the gateway. */
export function start(settings: Config & Partial<Tuning>, logger: Logger): Promise<RunningService> {
  const config = { ...TUNING, ...settings }
  const base = { name: 'autod', portVariable: 'AUTOD_PORT', config, migrations, privileges, logger }
  return startSubgraph<Tables, Context>(base, async ({ database, metrics, stack }) => {
    const now = () => new Date()
    await warnOfRights(database, logger)
    const sealer = openSealer(config.sealingKeys)
    const countOutdated = () => countOutdatedViews(database.db, sealer)
    const onBroken = observeSealing(metrics, { logger, countOutdated })
    stack.use(openViewSealing({ database, sealer, onBroken, logger }))
    const signer = await openAssertionSigner({ issuer: 'autod', keys: config.signingKeys })
    const checkpoints = await startCheckpoints({ config, database, metrics, logger, now, stack })
    const feeds = stack.use(await openFeeds({ addresses: config.feeds, database, signer, logger, now }))
    observeFeeds(metrics, feeds)
    const loadCheckpoints = async () => await checkpoints?.load()
    const sources = config.feeds.map(({ source }) => source)
    const seeCaller = openSeeCaller(database.db, now)
    const evidenceRenderer = stack.use(openEvidenceRenderer(config.evidencePdfSeconds * 1_000))
    const evidence = checkpoints?.evidence
    const parts = { db: database.db, sealer, sources, seeCaller, now, loadCheckpoints, evidence, evidenceRenderer }
    return {
      schema: buildSchema(),
      createContext: (request) => createContext(request, parts),
      extraRoutes: [...feedRoutes(signer, feeds), ...(checkpoints?.routes ?? [])],
      readiness: { feeds: feeds.check },
    }
  })
}

interface CheckpointParts {
  readonly config: Config & Tuning
  readonly database: Database<Tables>
  readonly metrics: Metrics
  readonly logger: Logger
  readonly now: () => Date
  readonly stack: AsyncDisposableStack
}

/** `undefined` without checkpoint keys. */
async function startCheckpoints({ config, database, metrics, logger, now, stack }: CheckpointParts) {
  const { checkpointKeys, checkpointFile: file, checkpointUrl: url } = config
  if (checkpointKeys === undefined) {
    logger.warn('AUTOD_CHECKPOINT_KEYS is not set: changes of the audit log by its database cannot be found')
    return undefined
  }
  const keys = await openCheckpointKeys(checkpointKeys)
  if (file !== undefined) await checkCheckpointFile(file)
  const rules = { entriesMax: config.checkpointEntries, intervalMs: config.checkpointSeconds * 1_000 }
  // The operator names the witness, which may be in a private network.
  const privateHosts = url !== undefined && new URL(url).protocol === 'http:' ? 'http' : 'https'
  const outbound = stack.use(openOutbound({ privateHosts, timeoutMs: 10_000, responseBytesMax: 65_536, logger }))
  const checkpoints = stack.use(
    openCheckpoints({
      database,
      keys,
      rules,
      file,
      targets: [
        ...(file === undefined ? [] : [fileTarget(file, keys.verify)]),
        ...(url === undefined ? [] : [urlTarget(url, outbound, keys.verify)]),
      ],
      logger,
      metrics,
      now,
    }),
  )
  const { db } = database
  const evidence: EvidenceParts = {
    db,
    now,
    verify: keys.verify,
    sign: await openEvidenceSigner(checkpointKeys),
    async signCheckpoint() {
      const { outside: known } = await checkpoints.load()
      return await signCheckpoint({ db, signer: keys, known, rules, now: now(), newEpoch: randomUUID(), isFinal: true })
    },
  }
  return { load: () => checkpoints.load(), routes: [checkpointKeysRoute(keys)], evidence }
}

/** Creates the file, or fails the start with the problem. */
async function checkCheckpointFile(file: string): Promise<void> {
  await appendCheckpoints(file, []).catch((cause: Error) => {
    throw new OperatorError(`AUTOD_CHECKPOINT_FILE: ${file} cannot be written: ${cause.message}`, { cause })
  })
}

/** Warns if the role of this process could change what it has appended. */
async function warnOfRights(database: Database<Tables>, logger: Logger): Promise<void> {
  const rights = await listForgingRights(database)
  if (rights.length > 0) {
    logger.warn({ rights }, 'the role of AUTOD_DATABASE_URL can change the audit log: set AUTOD_MIGRATION_DATABASE_URL')
  }
}
