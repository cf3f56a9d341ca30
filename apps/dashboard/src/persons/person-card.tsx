import type { ReactNode } from 'react'
import type { AddressPartsFragment, PersonPartsFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { type FieldIssue, issuesBelow } from './issues-by-field.ts'
import { personName } from './person-name.ts'

interface PersonCardProps {
  readonly person: PersonPartsFragment
  /** Path of the person in the data. */
  readonly path: string
  readonly issues: readonly FieldIssue[]
}

/** A person in the layout of a form: only existing values, with each issue at its field. */
export function PersonCard({ person, path, issues }: PersonCardProps) {
  const { t, formats } = useLanguage()
  const words = t.person
  const natural = person.naturalPerson
  const legal = person.legalPerson
  const within = `${path}.${natural ? 'naturalPerson' : 'legalPerson'}`
  const at = (field: string) => issuesBelow(issues, `${within}.${field}`)
  const fields: (ReactNode | false)[] = [
    ...nameFields(person).map(({ kind, names }) => (
      <Field
        key={kind}
        label={words[kind]}
        issues={at(`name.${NAME_FIELDS[kind]}`)}
        values={names.map(({ text, type }) => withType(text, words.nameTypes, type))}
      />
    )),
    <Field
      key="address"
      label={words.address}
      issues={at('geographicAddress')}
      values={(natural ?? legal)?.geographicAddress.map((address) => addressText(address, formats.country)) ?? []}
    />,
    <Field
      key="birth"
      label={words.birth}
      issues={at('dateAndPlaceOfBirth')}
      values={[joined(natural?.dateAndPlaceOfBirth?.dateOfBirth, natural?.dateAndPlaceOfBirth?.placeOfBirth)]}
    />,
    <Field
      key="id"
      label={words.nationalId}
      issues={at('nationalIdentification')}
      values={[identification(natural ?? legal, words, formats.country)]}
    />,
    <Field
      key="customer"
      label={words.customerId}
      issues={at('customerIdentification')}
      values={[(natural ?? legal)?.customerIdentification]}
    />,
    <Field
      key="residence"
      label={words.residence}
      issues={at('countryOfResidence')}
      values={[natural?.countryOfResidence && formats.country(natural.countryOfResidence)]}
    />,
    <Field
      key="registration"
      label={words.registration}
      issues={at('countryOfRegistration')}
      values={[legal?.countryOfRegistration && formats.country(legal.countryOfRegistration)]}
    />,
  ]
  return (
    <article className="person">
      <h4 className="person-name">
        <bdi>{personName(person) ?? t.transaction.nameless}</bdi>{' '}
        <span className="soft">{natural ? words.natural : words.legal}</span>
      </h4>
      <dl className="facts">{fields}</dl>
    </article>
  )
}

interface FieldProps {
  readonly label: string
  readonly values: readonly (string | null | undefined)[]
  readonly issues: readonly FieldIssue[]
}

/** Absent without a value and without an issue. */
function Field({ label, values, issues }: FieldProps) {
  const present = values.filter((value): value is string => typeof value === 'string' && value !== '')
  if (present.length === 0 && issues.length === 0) return null
  return (
    <div className="fact">
      <dt>{label}</dt>
      {present.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a field never move
        <dd key={index}>
          <bdi>{value}</bdi>
        </dd>
      ))}
      {issues.length > 0 && (
        <dd>
          <IssueList issues={issues} />
        </dd>
      )}
    </div>
  )
}

/** Issues with the rules that they violate. A form can move the focus to them. */
export function IssueList({ issues }: { readonly issues: readonly FieldIssue[] }) {
  return (
    <ul className="issues" tabIndex={-1}>
      {issues.map(({ path, constraint, message, words }) => (
        <li key={`${path} ${constraint} ${message}`} className="issue">
          {words ?? <ServiceText text={message} />} <span className="soft">({constraint})</span>
        </li>
      ))}
    </ul>
  )
}

const NAME_FIELDS = {
  name: 'nameIdentifier',
  localName: 'localNameIdentifier',
  phoneticName: 'phoneticNameIdentifier',
} as const

interface TypedName {
  readonly text: string | undefined
  readonly type: string | null
}

function nameFields({ naturalPerson, legalPerson }: PersonPartsFragment) {
  return (['name', 'localName', 'phoneticName'] as const).map((kind) => {
    const field = NAME_FIELDS[kind]
    const natural = naturalPerson?.name?.[field].map(
      ({ primaryIdentifier, secondaryIdentifier, nameIdentifierType }): TypedName => ({
        text: joined(secondaryIdentifier, primaryIdentifier),
        type: nameIdentifierType,
      }),
    )
    const legal = legalPerson?.name?.[field].map(
      ({ legalPersonName, legalPersonNameIdentifierType }): TypedName => ({
        text: joined(legalPersonName),
        type: legalPersonNameIdentifierType,
      }),
    )
    return { kind, names: natural ?? legal ?? [] }
  })
}

function withType(text: string | undefined, types: Readonly<Record<string, string>>, type: string | null) {
  if (text === undefined || type === null || type === 'LEGL') return text
  return `${text} (${Object.hasOwn(types, type) ? types[type] : type})`
}

function addressText(address: AddressPartsFragment, country: (code: string) => string): string | undefined {
  const { addressLine, streetName, buildingNumber, buildingName, postCode, townName } = address
  return lines(
    ...addressLine,
    joined(streetName, buildingNumber),
    buildingName,
    address.department,
    address.subDepartment,
    address.floor,
    address.room,
    address.postBox,
    joined(postCode, townName),
    address.townLocationName,
    address.districtName,
    address.countrySubDivision,
    address.country && country(address.country),
  )
}

function identification(
  person: PersonPartsFragment['naturalPerson'] | PersonPartsFragment['legalPerson'],
  words: { readonly idTypes: Readonly<Record<string, string>>; readonly issuedIn: (country: string) => string },
  country: (code: string) => string,
): string | undefined {
  const id = person?.nationalIdentification
  if (!id) return undefined
  const { nationalIdentifier, nationalIdentifierType: type, countryOfIssue, registrationAuthority } = id
  return lines(
    joined(type && (Object.hasOwn(words.idTypes, type) ? words.idTypes[type] : type), nationalIdentifier),
    countryOfIssue && words.issuedIn(country(countryOfIssue)),
    registrationAuthority,
  )
}

type Part = string | null | undefined

function joined(...parts: readonly Part[]): string | undefined {
  return glue(' ', parts)
}

function lines(...parts: readonly Part[]): string | undefined {
  return glue('\n', parts)
}

function glue(separator: string, parts: readonly Part[]): string | undefined {
  const text = parts.filter((part) => typeof part === 'string' && part.trim() !== '').join(separator)
  return text === '' ? undefined : text
}
