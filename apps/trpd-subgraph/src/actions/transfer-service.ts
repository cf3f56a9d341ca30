import type { Database } from '@travel-rule/database/database'
import type { Jobs } from '@travel-rule/database/jobs'
import type { OnFailedStep } from '@travel-rule/database/observe-maintenance'
import type { OnBroken } from '@travel-rule/database/observe-sealing'
import type { Actor } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import type { Outbound } from '@travel-rule/service/outbound'
import type { Asset, AssetRegistry } from '../domain/asset.ts'
import type { CheckName } from '../domain/checks/check.ts'
import type { Command } from '../domain/decision.ts'
import type { DeliverySchedule } from '../domain/delivery-schedule.ts'
import type { FourEyesLimits } from '../domain/four-eyes.ts'
import type { HostRules } from '../domain/host.ts'
import type { Jurisdiction } from '../domain/jurisdictions/jurisdiction.ts'
import type { ReleasePolicy } from '../domain/release/release-policy.ts'
import type { AppliedRule } from '../domain/rules/rule.ts'
import type { ListName } from '../domain/screening/list-entry.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { OwnIdentity, Vasp } from '../domain/vasp.ts'
import type { RuleSets } from '../store/rule-sets.ts'
import type { Tables } from '../store/tables.ts'
import type { AttributionVendor } from './attribution/attribute-address.ts'
import type { Mailer } from './data-requests/open-mailer.ts'
import type { FactSource } from './fact-source.ts'
import type { LeiRegister } from './lei-register.ts'
import type { Screening } from './screening/open-screening.ts'

/**
 * Job queues: delivery attempts, time limits, the release of BLOCKED transfers, checks that need
 * facts from outside, those of changed ownership proofs, screening, LEI records, e-mail, and what
 * keeps queries fast.
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
  /** Whether clients of the TRP listener can present certificates. */
  readonly verifiesSenders: boolean
  readonly unverified: UnverifiedLimits
  /** Time limit for a counterparty to decide about our inquiry. */
  readonly inquiryTtlSeconds: number
  /** Time limit for a counterparty to confirm a transfer that we approved. */
  readonly confirmationTtlSeconds: number
  /** How long what a counterparty says about itself is used. */
  readonly discoveryTtlSeconds: number
  /** When a case should be done after it was opened, unless a person sets its due time. */
  readonly caseDueSeconds: number
  /** The amounts above which a decision needs a second person. */
  readonly fourEyes: FourEyesLimits
  /** How long a proposed decision waits for a second person. */
  readonly proposalTtlSeconds: number
  /** Whether counterparties receive reviewed reasons only. */
  readonly reviewedReasonsOnly: boolean
  readonly delivery: DeliverySchedule
  /** Whose law this node is under; undefined until the operator says so. */
  readonly jurisdiction: Jurisdiction | undefined
  /** Whether personal data is erased when its retention period has ended. */
  readonly retentionErases: boolean
  /** The checks without which nothing is approved automatically. */
  readonly requiredChecks: ReadonlySet<CheckName>
  /** Which findings stop which acts. */
  readonly release: ReleasePolicy
  /** How long the rate of an asset is used. */
  readonly rateAgeMaxSeconds: number
  /** How long ago ownership proofs may have been read; undefined without a source of them. */
  readonly proofAgeMaxSeconds: number | undefined
  /** How long equal transfers count as duplicates. */
  readonly duplicateSeconds: number
  /** Time limit of one delivery attempt, discovery included. */
  readonly attemptSecondsMax: number
  /** Transfers that are no longer open are screened again for this long after they were created. */
  readonly screeningLookBackSeconds: number
  /** The sanctions lists that transfers are screened against. */
  readonly screeningLists: readonly ListName[]
  readonly screeningListAgeMaxSeconds: number
}

/** The most open inquiries whose sender is not verified; further ones are not stored. */
export interface UnverifiedLimits {
  readonly perAddress: number
  readonly perTravelAddress: number
  readonly perVasp: number
  readonly total: number
}

/** Counts inquiries that were refused because of a limit. */
export interface RefusedInquiries {
  count(refused: { readonly address: string; readonly addressBookEntryId: string; readonly limit: string }): void
  /** Stores what was counted so far. */
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
  /** Where checks get facts from that are not in the database. */
  readonly factSources: readonly FactSource[]
  readonly logger: Logger
  readonly screening: Screening
  /** Says which VASP an address belongs to; absent until the operator sets it up. */
  readonly attribution: AttributionVendor | undefined
  /** Sends e-mail; absent until the operator sets it up. */
  readonly mailer: Mailer | undefined
  /** Has the records of LEIs; absent until the operator sets it up. */
  readonly leiRegister: LeiRegister | undefined
  readonly ruleSets: RuleSets
  readonly now: () => Date
}

/** A command for a transfer, and the actor who gives it. */
export interface TransferCommand {
  /** Locked by this transaction. */
  readonly transfer: Transfer
  readonly command: Command
  readonly actor: Actor
  /** Why, for the history of the case; never sent. */
  readonly internalReason?: string
  /** The rule that decides, if no person does. */
  readonly rule?: AppliedRule
  /** Who has proposed the decision, if `actor` accepts a proposal. */
  readonly proposedBy?: string
}

/** The asset of a transfer. Starting the service checks that it is in the registry. */
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
