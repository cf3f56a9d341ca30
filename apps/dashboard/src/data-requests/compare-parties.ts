import { type PartyRole, partyFromJson } from '../new-transfer/draft.ts'
import { PERSON_FIELDS, type PersonFieldName, pathName } from '../new-transfer/person-form.ts'

/** A value of a party, before and in a response; empty where it is missing. */
export interface ComparedValue {
  /** Path of the value within the party. */
  readonly path: string
  /** The label of the value, if it has one. */
  readonly label: PersonFieldName | 'accounts' | undefined
  readonly former: string
  readonly received: string
}

/** Compares a party in a response with the known data, both as IVMS101 in JSON. */
export function compareParties(former: string, received: string, role: PartyRole): readonly ComparedValue[] {
  const before = valuesOf(former, role)
  const after = valuesOf(received, role)
  return [...new Set([...before.keys(), ...after.keys()])].map((path) => ({
    path,
    label: labelAt(path.replace(/^\d+\./, '')),
    former: before.get(path) ?? '',
    received: after.get(path) ?? '',
  }))
}

const ACCOUNTS = 'accountNumber'
/** Fields that only say how to interpret a value, and are not shown as values. */
const KINDS = /(^|\.)(addressType|\w*[nN]ameIdentifierType)$/

const LABELS: ReadonlyMap<string, PersonFieldName | 'accounts'> = new Map([
  [ACCOUNTS, 'accounts'],
  ...Object.values(PERSON_FIELDS).flatMap((fields) => fields.map(({ name, path }) => [pathName(path), name] as const)),
])

/** The label of a value by its path within a person, or of a party's accounts. */
export function labelAt(path: string): ComparedValue['label'] {
  return LABELS.get(path)
}

function valuesOf(json: string, role: PartyRole): ReadonlyMap<string, string> {
  const party = partyFromJson(json, role)
  const values = new Map<string, string>()
  const collect = (value: unknown, path: string) => {
    if (typeof value === 'string') {
      if (!KINDS.test(path)) values.set(path, value)
    } else if (Array.isArray(value)) {
      if (value.every((item) => typeof item === 'string')) collect(value.join('\n'), path)
      else for (const [index, item] of value.entries()) collect(item, `${path}[${index}]`)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) collect(item, `${path}.${name}`)
    }
  }
  for (const [index, person] of (party?.persons ?? []).entries()) collect(person, String(index))
  if (party !== undefined && party.accounts !== '') values.set(ACCOUNTS, party.accounts)
  return values
}
