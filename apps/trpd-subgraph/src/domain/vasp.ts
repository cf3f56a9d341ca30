import type { TrpVersion } from './trp-version.ts'
import type { WireProfile } from './wire-profile.ts'

/** Whether Travel Rule data may be exchanged with a VASP. */
export type Trust = 'UNTRUSTED' | 'TRUSTED' | 'BLOCKED'

/** Another virtual-asset service provider. */
export interface Vasp {
  readonly id: string
  /** Counts the changes, from 1. */
  readonly version: number
  readonly name: string
  readonly lei?: string
  /** Where it is spoken to: scheme and host, such as `https://vasp.example`. */
  readonly url?: string
  /** Host and port of `url`, lower-cased; what an incoming callback is matched by. */
  readonly host?: string
  readonly trust: Trust
  /** Why it is trusted or blocked, as the officer wrote it. */
  readonly trustNote?: string
  /** Whether inquiries without any issue are approved without a person. */
  readonly autoApprove: boolean
  readonly wireProfile: WireProfile
  /** The TRP version of its last answer to us; what somebody claims in an inquiry does not count. */
  readonly apiVersion?: string
  /** The TRP version that was agreed after it refused ours; never tried above again. */
  readonly downgradedTo?: TrpVersion
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What has happened to a VASP, for the audit trail. */
export type VaspEventType =
  | 'vasp.registered'
  | 'vasp.discovered'
  | 'vasp.updated'
  | 'vasp.trusted'
  | 'vasp.blocked'
  | 'vasp.auto_approve_set'
  | 'vasp.wire_profile_set'
  | 'vasp.version_downgraded'
