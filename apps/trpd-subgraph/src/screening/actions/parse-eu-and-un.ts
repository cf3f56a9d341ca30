import {
  cleanIdentifiers,
  cleanName,
  type ListEntry,
  type ListedName,
  type MalformedRow,
  type ParsedList,
  parseBirthYears,
  parseIsoDate,
  withIdentifiers,
} from '../domain/list-entry.ts'
import { childText, descendants, readElements, type XmlElement } from './read-records.ts'

type Text = AsyncIterable<string>

/**
 * The EU's consolidated list (FSF, XML 1.1). Its CSV lacks `strong` and is not supported.
 *
 * An alias is weak with `strong="false"` or the remark "low quality".
 */
export async function parseEuXml(text: Text): Promise<ParsedList> {
  const entries: ListEntry[] = []
  const malformed: MalformedRow[] = []
  let row = 0
  const root = await readElements(text, new Set(['sanctionEntity']), (element) => {
    row += 1
    const id = element.attributes.logicalId || element.attributes.euReferenceNumber
    const names = strongFirst(element.children.filter((child) => child.name === 'nameAlias').flatMap(euName))
    if (!id || names.length === 0) {
      malformed.push({ row, reason: 'a sanctionEntity without logicalId or nameAlias' })
      return
    }
    const type = element.children.find((child) => child.name === 'subjectType')?.attributes
    const births = element.children
      .filter((child) => child.name === 'birthdate')
      .flatMap(({ attributes }) => [
        attributes.birthdate ?? '',
        attributes.year ?? '',
        attributes.yearRangeFrom ?? '',
        attributes.yearRangeTo ?? '',
      ])
    entries.push({
      id,
      kind: type?.code === 'person' || type?.classificationCode === 'P' ? 'PERSON' : 'ORGANISATION',
      names,
      birthYears: parseBirthYears(births),
      wallets: [],
      programs: [
        ...new Set(descendants(element, 'regulation').map(({ attributes }) => attributes.programme ?? '')),
      ].filter(Boolean),
      ...withIdentifiers(
        cleanIdentifiers(
          element.children.filter(({ name }) => name === 'identification').map(({ attributes }) => attributes.number),
        ),
      ),
    })
  })
  return { list: 'EU_FSF', publishedOn: parseIsoDate(root.generationDate), entries, malformed }
}

/** The consolidated list of the UN Security Council. */
export async function parseUnXml(text: Text): Promise<ParsedList> {
  const entries: ListEntry[] = []
  const malformed: MalformedRow[] = []
  let row = 0
  const root = await readElements(text, new Set(['INDIVIDUAL', 'ENTITY']), (element) => {
    row += 1
    const isPerson = element.name === 'INDIVIDUAL'
    const id = childText(element, 'REFERENCE_NUMBER') ?? childText(element, 'DATAID')
    const primary = cleanName(
      ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME']
        .map((part) => childText(element, part) ?? '')
        .join(' '),
    )
    if (!id || !primary) {
      malformed.push({ row, reason: `an ${element.name} without reference or name` })
      return
    }
    const original = cleanName(childText(element, 'NAME_ORIGINAL_SCRIPT'))
    entries.push({
      id,
      kind: isPerson ? 'PERSON' : 'ORGANISATION',
      names: [
        { name: primary, isWeak: false },
        ...(original ? [{ name: original, isWeak: false }] : []),
        ...element.children.filter((child) => /^(INDIVIDUAL|ENTITY)_ALIAS$/.test(child.name)).flatMap(unAlias),
      ],
      birthYears: parseBirthYears(
        descendants(element, 'INDIVIDUAL_DATE_OF_BIRTH').flatMap((birth) => birth.children.map((child) => child.text)),
      ),
      wallets: [],
      programs: [childText(element, 'UN_LIST_TYPE') ?? ''].filter(Boolean),
      ...withIdentifiers(
        cleanIdentifiers(
          element.children
            .filter(({ name }) => name === 'INDIVIDUAL_DOCUMENT')
            .map((document) => childText(document, 'NUMBER')),
        ),
      ),
    })
  })
  return { list: 'UN', publishedOn: parseIsoDate(root.dateGenerated), entries, malformed }
}

/** Many alias elements are empty and stand for no alias. */
function unAlias(alias: XmlElement): ListedName[] {
  const names = (childText(alias, 'ALIAS_NAME') ?? '').split(';').flatMap((name) => cleanName(name) ?? [])
  return names.map((name) => ({ name, isWeak: childText(alias, 'QUALITY') === 'Low' }))
}

function euName(alias: XmlElement): ListedName[] {
  const { wholeName, firstName = '', middleName = '', lastName = '', strong } = alias.attributes
  const name = cleanName(wholeName) ?? cleanName(`${firstName} ${middleName} ${lastName}`)
  const remarks = alias.children.filter((child) => child.name === 'remark').map((child) => child.text)
  return name ? [{ name, isWeak: strong === 'false' || remarks.some((remark) => /low quality/i.test(remark)) }] : []
}

function strongFirst(names: readonly ListedName[]): ListedName[] {
  return [...names].sort((a, b) => Number(a.isWeak) - Number(b.isWeak))
}
