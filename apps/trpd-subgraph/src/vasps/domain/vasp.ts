import type { LearnedIdentifiers } from '../../assets/domain/asset-identifier.ts'
import type { DueDiligence } from '../../due-diligence/domain/due-diligence.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import type { Lei } from '../../foundation/domain/lei.ts'
import type { TrpVersion } from '../../foundation/domain/trp-version.ts'
import type { Ivms101, LegalPerson, Person } from '../../ivms101/domain/model.ts'
import type { WireProfile } from '../../messages/domain/wire-profile.ts'
import type { VaspDiscovery } from './vasp-discovery.ts'

/** Whether Travel Rule data may be exchanged with a VASP. */
export type Trust = 'UNTRUSTED' | 'TRUSTED' | 'BLOCKED'

/** Another virtual asset service provider. */
export interface Vasp {
  readonly id: string
  /** Number of the latest change, from 1. */
  readonly version: number
  readonly name: string
  readonly lei?: string | undefined
  /** Scheme and host of its TRP endpoint, such as `https://vasp.example`. */
  readonly url?: string | undefined
  /** Host and port of `url`, lower-cased. Identifies the VASP by the callback of its inquiries. */
  readonly host?: string | undefined
  /** Further hosts that belong to it, oldest first; its trust applies to them too. */
  readonly furtherHosts: readonly string[]
  /** Hosts that were removed from it, oldest first: its messages are not sent to them. */
  readonly removedHosts: readonly string[]
  readonly trust: Trust
  /** An officer's note on why it is trusted or blocked. */
  readonly trustNote?: string | undefined
  /** Digests of its public keys, as returned by `keyDigest`; empty if none is pinned. */
  readonly pinnedKeys: readonly string[]
  /**
   * Determines when a certificate must prove the sender: `undefined` for inquiries to be approved
   * automatically, `true` also for messages to callbacks, `false` never.
   */
  readonly requiresMutualTls?: boolean | undefined
  /** True if inquiries that have no issues, pass the checks and stay within the limits are approved automatically. */
  readonly autoApprove: boolean
  /** Maximum amounts in whole units, by asset id; nothing is approved for an asset without one. */
  readonly autoApproveLimits: Readonly<Record<string, Decimal>>
  /** The latest findings of officers about its licence and LEI. */
  readonly dueDiligence?: DueDiligence | undefined
  readonly wireProfile: WireProfile
  /** What its responses have revealed about the asset identifiers that it accepts. */
  readonly learnedIdentifiers: LearnedIdentifiers
  /** What it says about itself. */
  readonly discovery?: VaspDiscovery | undefined
  /** When discovery last ran; absent once a response has contradicted its result. */
  readonly discoveredAt?: Date | undefined
  /** The TRP version of its latest response. The version of an inquiry does not prove it. */
  readonly apiVersion?: string | undefined
  /** The TRP version agreed on after it refused ours. Newer ones are not tried again. */
  readonly downgradedTo?: TrpVersion | undefined
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The events of a VASP, for the audit log. */
export type VaspEventType =
  | 'vasp.registered'
  | 'vasp.discovered'
  | 'vasp.updated'
  | 'vasp.host_added'
  | 'vasp.host_removed'
  | 'vasp.trusted'
  | 'vasp.blocked'
  | 'vasp.auto_approve_set'
  | 'vasp.due_diligence_recorded'
  | 'vasp.key_pinned'
  | 'vasp.key_unpinned'
  | 'vasp.mutual_tls_set'
  | 'vasp.wire_profile_set'
  | 'vasp.version_downgraded'
  | 'vasp.asset_identifier_refused'
  | 'vasp.discovery_changed'

/** The VASP that runs this node. */
export interface OwnIdentity {
  readonly name: string
  readonly lei?: Lei
  /** Public base URL of our TRP listener, without a trailing slash. */
  readonly url: string
}

/** Maximum number of characters in the customer number that identifies a VASP without an LEI. */
const CUSTOMER_NUMBER_LENGTH_MAX = 50
const NAME_LENGTH_MAX = 100

/** `payload` with our VASP as the originating VASP and `vasp` as the beneficiary VASP. */
export function withVasps(payload: Ivms101, own: OwnIdentity, vasp: NamedVasp): Ivms101 {
  return withVaspsOf(payload, 'SENT', own, vasp)
}

type NamedVasp = Pick<Vasp, 'name' | 'lei' | 'host'>

/** `payload` with our VASP on our side and, if known, `vasp` on the other. */
export function withVaspsOf(
  payload: Ivms101,
  direction: 'SENT' | 'RECEIVED',
  own: OwnIdentity,
  vasp: NamedVasp | undefined,
): Ivms101 {
  const ours = legalPersonOf({ name: own.name, lei: own.lei, number: new URL(own.url).host })
  const theirs = vasp && legalPersonOf({ name: vasp.name, lei: vasp.lei, number: vasp.host ?? vasp.name })
  return direction === 'SENT'
    ? { ...payload, originatingVasp: ours, ...(theirs && { beneficiaryVasp: theirs }) }
    : { ...payload, ...(theirs && { originatingVasp: theirs }), beneficiaryVasp: ours }
}

/** The VASP that a payload claims as its sender. */
export function claimedVasp({ originatingVasp }: Ivms101): { readonly name?: string; readonly lei?: string } {
  const person = originatingVasp?.legalPerson
  const legal = person?.name?.nameIdentifier.find((name) => name.legalPersonNameIdentifierType === 'LEGL')
  const name = (legal ?? person?.name?.nameIdentifier[0])?.legalPersonName
  const id = person?.nationalIdentification
  return {
    ...(name === undefined ? {} : { name }),
    ...(id?.nationalIdentifierType === 'LEIX' && id.nationalIdentifier ? { lei: id.nationalIdentifier } : {}),
  }
}

/** A VASP without an LEI is identified by its host, to satisfy constraint C4. */
function legalPersonOf({ name, lei, number }: { name: string; lei: string | undefined; number: string }): Person {
  const legalPersonName = [...name].slice(0, NAME_LENGTH_MAX).join('')
  const person: LegalPerson = {
    name: {
      nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: 'LEGL' }],
      localNameIdentifier: [],
      phoneticNameIdentifier: [],
    },
    geographicAddress: [],
    ...(lei === undefined
      ? { customerIdentification: number.slice(0, CUSTOMER_NUMBER_LENGTH_MAX) }
      : { nationalIdentification: { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' } }),
  }
  return { legalPerson: person }
}
