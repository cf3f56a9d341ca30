import type { Ivms101, LegalPerson, Person } from './ivms101/model.ts'
import type { Lei } from './lei.ts'
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

/** The VASP that runs this node. */
export interface OwnIdentity {
  readonly name: string
  readonly lei?: Lei
  /** Base URL of our TRP listener as counterparties see it, without a slash at the end. */
  readonly url: string
}

/** The most code points of an identifier of a legal person that has no LEI. */
const CUSTOMER_NUMBER_LENGTH_MAX = 50
const NAME_LENGTH_MAX = 100

/** `payload` with us as the originating VASP and `vasp` as the beneficiary's. */
export function withVasps(payload: Ivms101, own: OwnIdentity, vasp: Pick<Vasp, 'name' | 'lei' | 'host'>): Ivms101 {
  return {
    ...payload,
    originatingVasp: legalPersonOf({ name: own.name, lei: own.lei, number: new URL(own.url).host }),
    beneficiaryVasp: legalPersonOf({ name: vasp.name, lei: vasp.lei, number: vasp.host ?? vasp.name }),
  }
}

/** What a payload says about the VASP that sent it; nothing of it is proven. */
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

/** A VASP without an LEI is identified by its host, so that constraint C4 holds. */
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
