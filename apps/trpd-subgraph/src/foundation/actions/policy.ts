import type { FourEyesLimits } from '../../cases/domain/four-eyes.ts'
import type { CheckName } from '../../checks/domain/check.ts'
import type { DeliverySchedule } from '../../delivery/domain/delivery-schedule.ts'
import type { Jurisdiction } from '../../jurisdictions/domain/jurisdiction.ts'
import type { UnverifiedCounts } from '../../receiving/store/unverified-inquiries.ts'
import type { ReleasePolicy } from '../../release/domain/release-policy.ts'
import type { ListName } from '../../screening/domain/list-entry.ts'
import type { OwnIdentity } from '../../vasps/domain/vasp.ts'
import type { HostRules } from '../domain/host.ts'

/** Settings that actions depend on. */
export interface Policy {
  readonly own: OwnIdentity
  /** The jurisdiction of this node; undefined until the operator sets it. */
  readonly jurisdiction: Jurisdiction | undefined
  readonly hosts: HostRules
  readonly senders: SenderPolicy
  readonly deadlineSeconds: Deadlines
  readonly ageMaxSeconds: MaximumAges
  readonly decisions: DecisionPolicy
  /** Which findings stop which acts. */
  readonly release: ReleasePolicy
  readonly screening: ScreeningPolicy
  /** True if LEI records are looked up. */
  readonly usesLeiRegister: boolean
  readonly delivery: DeliverySchedule & {
    /** Time limit of one attempt, discovery included. */
    readonly attemptSecondsMax: number
  }
  /** True to erase personal data when its retention period ends. */
  readonly retentionErases: boolean
}

interface SenderPolicy {
  /** True if clients of the TRP listener can present certificates. */
  readonly verified: boolean
  /** Maximum numbers of open inquiries from unverified senders; further ones are not stored. */
  readonly unverifiedMax: UnverifiedCounts
}

interface Deadlines {
  /** Time limit for a counterparty to decide about our inquiry. */
  readonly inquiry: number
  /** Time limit for a counterparty to confirm a transfer that we approved. */
  readonly confirmation: number
  /** Time limit for a second person to accept a proposed decision. */
  readonly proposal: number
  /** Time to complete a case after it was opened, unless a person sets its due time. */
  readonly case: number
}

interface MaximumAges {
  /** Of a usable rate. */
  readonly rate: number
  /** Of a loaded sanctions list. */
  readonly list: number
  /** Of an equal transfer that counts as a duplicate. */
  readonly duplicate: number
  /** Of the last read of ownership proofs; undefined without a source of proofs. */
  readonly proofs: number | undefined
  /** Of the result of discovery. */
  readonly discovery: number
}

interface DecisionPolicy {
  /** The amounts above which a decision needs a second person. */
  readonly fourEyes: FourEyesLimits
  /** The checks that are required for automatic approval. */
  readonly requiredChecks: ReadonlySet<CheckName>
  /** True if only reviewed reasons may be sent to counterparties. */
  readonly reviewedReasonsOnly: boolean
}

interface ScreeningPolicy {
  /** True if anything is screened. */
  readonly isOn: boolean
  /** The sanctions lists to screen against. */
  readonly lists: readonly ListName[]
  /** Finished transfers are screened again until this long after their creation. */
  readonly lookBackSeconds: number
}
