import type {
  BeneficiaryInput,
  Direction,
  InquireInput,
  OriginatorInput,
  PersonInput,
  RegisterOfflineTxInput,
  TransactionChannel,
} from '../api/operations.generated.ts'
import { emptyPerson, sentPerson } from './person-form.ts'

/** A transfer that is being written. All fields are as typed. */
export interface TransferDraft extends PartiesDraft {
  readonly channel: TransactionChannel
  /** Idempotency key, which makes a repeated submission harmless. */
  readonly requestIdentifier: string
  readonly travelAddress: string
  readonly direction: Direction
  readonly vasp: string
  readonly asset: string
  readonly amount: string
  readonly address: string
  readonly originAddress: string
  readonly txHash: string
  readonly customerReference: string
  /** The saved draft from which it was opened or as which it was saved, if any. */
  readonly saved?: SavedDraft | undefined
}

/** The saved draft shown in the form, as it was when opened or saved. */
export interface SavedDraft {
  readonly id: string
  readonly version: number
  readonly name: string
}

/** The two parties of a transfer that is being written. */
export interface PartiesDraft {
  readonly originator: PartyDraft
  readonly beneficiary: PartyDraft
}

export interface PartyDraft {
  readonly persons: readonly PersonInput[]
  /** One account per line. */
  readonly accounts: string
}

/** The two parties, by their IVMS101 names. */
export type PartyRole = 'originator' | 'beneficiary'

export const ROLES: readonly PartyRole[] = ['originator', 'beneficiary']

export function emptyDraft(): TransferDraft {
  const party = emptyParty()
  return {
    channel: 'TRP',
    requestIdentifier: crypto.randomUUID(),
    travelAddress: '',
    direction: 'SENT',
    vasp: '',
    asset: '',
    amount: '',
    address: '',
    originAddress: '',
    txHash: '',
    customerReference: '',
    originator: party,
    beneficiary: party,
  }
}

export function emptyParty(): PartyDraft {
  return { persons: [emptyPerson('NATURAL')], accounts: '' }
}

/** The content of a draft in its saved form. */
export function draftContent({ saved: _saved, ...content }: TransferDraft): string {
  return JSON.stringify(content)
}

/** True if nothing has been entered. */
export function isBlank(draft: TransferDraft): boolean {
  return draftContent(draft) === draftContent({ ...emptyDraft(), requestIdentifier: draft.requestIdentifier })
}

/** Parses saved content, possibly from another program or version; `undefined` when it is not a draft. */
export function readDraftContent(content: string): TransferDraft | undefined {
  const empty = emptyDraft()
  try {
    const value: unknown = JSON.parse(content)
    if (!isRecord(value)) return undefined
    const known = Object.entries(empty).filter(([name]) => name in value)
    if (!known.every(([name, sample]) => isLike(value[name], sample))) return undefined
    return { ...empty, ...Object.fromEntries(known.map(([name]) => [name, value[name]])) }
  } catch {
    return undefined
  }
}

/** True if a field of a draft has the type of the sample: a string or a party. */
function isLike(value: unknown, sample: unknown): boolean {
  if (typeof sample === 'string') return typeof value === 'string'
  return (
    isRecord(value) &&
    typeof value.accounts === 'string' &&
    Array.isArray(value.persons) &&
    value.persons.every(isRecord)
  )
}

/** Converts a draft to an inquiry. */
export function inquireInput(draft: TransferDraft): InquireInput {
  return {
    travelAddress: draft.travelAddress.trim(),
    ...commonInput(draft),
    ...partiesInput(draft),
  }
}

/** Converts a draft to a transfer that is not exchanged over TRP. The other party may be incomplete. */
export function offlineInput(draft: TransferDraft): RegisterOfflineTxInput {
  const isSent = draft.direction === 'SENT'
  const has = (party: PartyDraft) => sentPersons(party).length > 0
  return {
    direction: draft.direction,
    selfHosted: draft.channel === 'SELF_HOSTED',
    ...filled('vasp', draft.channel === 'OFFLINE' ? draft.vasp : ''),
    ...commonInput(draft),
    ...((isSent || has(draft.originator)) && { originator: originatorInput(draft.originator) }),
    ...((!isSent || has(draft.beneficiary)) && { beneficiary: beneficiaryInput(draft.beneficiary) }),
    address: draft.address.trim(),
    ...filled('originAddress', isSent ? '' : draft.originAddress),
    ...filled('txHash', draft.txHash),
  }
}

/** The complete parties in the form required by the API. */
export function partiesInput({ originator, beneficiary }: PartiesDraft) {
  return { originator: originatorInput(originator), beneficiary: beneficiaryInput(beneficiary) }
}

/** The parties as an IVMS101 document of the 2020 edition, which is what is sent about them. */
export function partiesDocument(draft: PartiesDraft): string {
  return JSON.stringify(partiesInput(draft), undefined, 2)
}

/** The party in `json`: an IVMS101 document, or a party or person alone. `undefined` without one. */
export function partyFromJson(json: string, role: PartyRole): PartyDraft | undefined {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return undefined
  }
  const party = isRecord(value) && isRecord(value[role]) ? value[role] : value
  if (!isRecord(party)) return undefined
  // Field names differ between the editions of 2020 and 2023.
  const list = party[`${role}Persons`] ?? party[`${role}Person`] ?? [party]
  const persons = (Array.isArray(list) ? list : [list]).filter(
    (person): person is PersonInput => isRecord(person) && ('naturalPerson' in person || 'legalPerson' in person),
  )
  const numbers = Array.isArray(party.accountNumber) ? party.accountNumber : [party.accountNumber]
  const accounts = numbers.filter((account) => typeof account === 'string').join('\n')
  if (persons.length > 0) return { persons, accounts }
  return accounts === '' ? undefined : { ...emptyParty(), accounts }
}

function commonInput({ asset, amount, requestIdentifier, customerReference }: TransferDraft) {
  return { asset, amount: amount.trim(), requestIdentifier, ...filled('customerReference', customerReference) }
}

function originatorInput(party: PartyDraft): OriginatorInput {
  return { originatorPersons: sentPersons(party), ...accountsOf(party) }
}

function beneficiaryInput(party: PartyDraft): BeneficiaryInput {
  return { beneficiaryPersons: sentPersons(party), ...accountsOf(party) }
}

function sentPersons({ persons }: PartyDraft): PersonInput[] {
  return persons.map(sentPerson).filter((person) => person !== undefined)
}

function accountsOf({ accounts }: PartyDraft): { accountNumber?: string[] } {
  const accountNumber = accounts
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return accountNumber.length === 0 ? {} : { accountNumber }
}

function filled<Name extends string>(name: Name, value: string): Partial<Record<Name, string>> {
  return value.trim() === '' ? {} : ({ [name]: value.trim() } as Record<Name, string>)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
