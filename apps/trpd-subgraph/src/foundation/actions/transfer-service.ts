import type { Database } from '@travel-rule/database/database'
import type { Jobs } from '@travel-rule/database/jobs'
import type { OnFailedStep } from '@travel-rule/database/observe-maintenance'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import type { Actor } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import type { Outbound } from '@travel-rule/service/outbound'
import type { Asset, AssetRegistry } from '../../assets/domain/asset.ts'
import type { FactSource } from '../../checks/actions/fact-source.ts'
import type { Mailer } from '../../data-requests/actions/open-mailer.ts'
import type { LeiRegister } from '../../due-diligence/actions/lei-register.ts'
import type { AppliedRule } from '../../rules/domain/rule.ts'
import type { RuleSets } from '../../rules/store/rule-sets.ts'
import type { Screening } from '../../screening/actions/open-screening.ts'
import type { Command } from '../../transfers/domain/decision.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import type { AttributionVendor } from '../../vendors/actions/attribute-address.ts'
import type { Tables } from '../store/tables.ts'
import type { Policy } from './policy.ts'

/**
 * Job queues: delivery attempts, time limits, the release of BLOCKED transfers, checks that need external
 * facts, checks after changed ownership proofs, screening, LEI records, e-mail, and maintenance that keeps
 * queries fast.
 */
export type QueueName =
  | 'deliver'
  | 'expire'
  | 'release'
  | 'check'
  | 'proofCheck'
  | 'screen'
  | 'maintain'
  | 'mail'
  | 'leiRecords'

/** Counts inquiries that were refused because of a limit. */
export interface RefusedInquiries {
  count(refused: { readonly address: string; readonly addressBookEntryId: string; readonly limit: string }): void
  /** Stores the counts since the last flush. */
  flush(): Promise<void>
}

/** Everything that actions depend on. Each takes the ports that it uses. */
export interface TransferService {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  readonly onBrokenSeal: OnBroken
  readonly onFailedStep: OnFailedStep
  readonly jobs: Jobs<QueueName>
  readonly policy: Policy
  readonly assets: AssetRegistry
  /** Requests to counterparties. */
  readonly outbound: Outbound
  readonly refusedInquiries: RefusedInquiries
  /** Sources of facts that are not in the database. */
  readonly factSources: readonly FactSource[]
  readonly logger: Logger
  readonly screening: Screening
  /** Finds the VASP that an address belongs to; absent until the operator sets it up. */
  readonly attribution: AttributionVendor | undefined
  /** Sends e-mail; absent until the operator sets it up. */
  readonly mailer: Mailer | undefined
  /** Looks up LEI records; absent until the operator sets it up. */
  readonly leiRegister: LeiRegister | undefined
  readonly ruleSets: RuleSets
  readonly now: () => Date
}

/** The ports that an action uses: at most five names, such as `WorkPorts` for several that are used together. */
export type Ports<Name extends keyof TransferService> = Pick<TransferService, Name>

/** What a unit of work is made of. */
export type WorkPorts = Ports<'database' | 'sealer' | 'jobs' | 'now' | 'logger'>

/** What a change of a transfer depends on. */
export type ChangePorts = Ports<'assets' | 'policy'>

/** What the checks of a transfer depend on. */
export type CheckPorts = ChangePorts & Ports<'factSources'>

/** What a decision by rules depends on, and the checks before it. */
export type DecisionPorts = CheckPorts & Ports<'ruleSets'>

/** A command for a transfer, and its actor. */
export interface TransferCommand {
  /** The transfer, locked by this transaction. */
  readonly transfer: Transfer
  readonly command: Command
  readonly actor: Actor
  /** Recorded in the history of the case; never sent. */
  readonly internalReason?: string
  /** The rule that decides, if no person does. */
  readonly rule?: AppliedRule
  /** The person who proposed the decision, if `actor` accepts a proposal. */
  readonly proposedBy?: string
}

/** The asset of a transfer. The service checks at start that it is in the registry. */
export function assetOf({ assets }: Ports<'assets'>, { assetId }: Pick<Transfer, 'assetId'>): Asset {
  const asset = assets.byId(assetId)
  if (asset === undefined) throw new Error(`the asset ${assetId} is not in the registry`)
  return asset
}

/** The actor of changes that this service makes automatically. */
export const systemActor: Actor = { type: 'SYSTEM', id: 'trpd' }

/** The actor of changes that a message from `vasp` causes. */
export function counterpartyActor({ id, name }: Pick<Vasp, 'id' | 'name'>): Actor {
  return { type: 'COUNTERPARTY', id, name }
}

/** The time `seconds` after `at`. */
export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1_000)
}
