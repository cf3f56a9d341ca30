import type { Database } from '@travel-rule/database/database'
import type { Jobs } from '@travel-rule/database/jobs'
import type { OnFailedStep } from '@travel-rule/database/observe-maintenance'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import type { Actor } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import type { Outbound } from '@travel-rule/service/outbound'
import type { Asset, AssetRegistry } from '../../assets/domain/asset.ts'
import type { FourEyesLimits } from '../../cases/domain/four-eyes.ts'
import type { FactSource } from '../../checks/actions/fact-source.ts'
import type { CheckName } from '../../checks/domain/check.ts'
import type { Mailer } from '../../data-requests/actions/open-mailer.ts'
import type { DeliverySchedule } from '../../delivery/domain/delivery-schedule.ts'
import type { LeiRegister } from '../../due-diligence/actions/lei-register.ts'
import type { Jurisdiction } from '../../jurisdictions/domain/jurisdiction.ts'
import type { ReleasePolicy } from '../../release/domain/release-policy.ts'
import type { AppliedRule } from '../../rules/domain/rule.ts'
import type { RuleSets } from '../../rules/store/rule-sets.ts'
import type { Screening } from '../../screening/actions/open-screening.ts'
import type { ListName } from '../../screening/domain/list-entry.ts'
import type { Command } from '../../transfers/domain/decision.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import type { OwnIdentity, Vasp } from '../../vasps/domain/vasp.ts'
import type { AttributionVendor } from '../../vendors/actions/attribute-address.ts'
import type { HostRules } from '../domain/host.ts'
import type { Tables } from '../store/tables.ts'

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

/** Settings that actions depend on. */
export interface ServiceRules {
  readonly own: OwnIdentity
  readonly hosts: HostRules
  /** True if clients of the TRP listener can present certificates. */
  readonly verifiesSenders: boolean
  readonly unverified: UnverifiedLimits
  /** Time limit for a counterparty to decide about our inquiry. */
  readonly inquiryTtlSeconds: number
  /** Time limit for a counterparty to confirm a transfer that we approved. */
  readonly confirmationTtlSeconds: number
  /** Time after which the result of discovery is outdated. */
  readonly discoveryTtlSeconds: number
  /** Time to complete a case after it was opened, unless a person sets its due time. */
  readonly caseDueSeconds: number
  /** The amounts above which a decision needs a second person. */
  readonly fourEyes: FourEyesLimits
  /** Time limit for a second person to accept a proposed decision. */
  readonly proposalTtlSeconds: number
  /** True if only reviewed reasons may be sent to counterparties. */
  readonly reviewedReasonsOnly: boolean
  readonly delivery: DeliverySchedule
  /** The jurisdiction of this node; undefined until the operator sets it. */
  readonly jurisdiction: Jurisdiction | undefined
  /** True to erase personal data when its retention period ends. */
  readonly retentionErases: boolean
  /** The checks that are required for automatic approval. */
  readonly requiredChecks: ReadonlySet<CheckName>
  /** Which findings stop which acts. */
  readonly release: ReleasePolicy
  /** Maximum age of a usable rate. */
  readonly rateAgeMaxSeconds: number
  /** Maximum age of the last read of ownership proofs; undefined without a source of proofs. */
  readonly proofAgeMaxSeconds: number | undefined
  /** Period in which equal transfers count as duplicates. */
  readonly duplicateSeconds: number
  /** Time limit of one delivery attempt, discovery included. */
  readonly attemptSecondsMax: number
  /** Finished transfers are screened again until this long after their creation. */
  readonly screeningLookBackSeconds: number
  /** The sanctions lists to screen against. */
  readonly screeningLists: readonly ListName[]
  readonly screeningListAgeMaxSeconds: number
}

/** Maximum numbers of open inquiries from unverified senders; further ones are not stored. */
export interface UnverifiedLimits {
  readonly perAddress: number
  readonly perTravelAddress: number
  readonly perVasp: number
  readonly total: number
}

/** Counts inquiries that were refused because of a limit. */
export interface RefusedInquiries {
  count(refused: { readonly address: string; readonly addressBookEntryId: string; readonly limit: string }): void
  /** Stores the counts since the last flush. */
  flush(): Promise<void>
}

/** What every action depends on. */
export interface TransferService {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  readonly onBrokenSeal: OnBroken
  readonly onFailedStep: OnFailedStep
  readonly jobs: Jobs<QueueName>
  readonly rules: ServiceRules
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
export function assetOf({ assets }: Pick<TransferService, 'assets'>, { assetId }: Pick<Transfer, 'assetId'>): Asset {
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
