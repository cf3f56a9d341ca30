import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A made-up person on a list. */
export interface ExamplePerson {
  readonly id: number
  readonly family: string
  readonly given: string
  readonly weakAlias?: string
  readonly wallet?: string
}

/** Writes `sdn.csv` and its companion files in OFAC's format: no header, null as `-0- `, and 0x1A at the end. */
export async function writeSdnCsv(folder: string, persons: readonly ExamplePerson[]): Promise<void> {
  const rows = persons.map(({ id, family, given, weakAlias, wallet }) => {
    const remarks = [
      'DOB circa 1975',
      ...(wallet ? [`Digital Currency Address - XBT ${wallet}`] : []),
      ...(weakAlias ? [`a.k.a. '${weakAlias}'`] : []),
    ]
    return `${id},"${family.toUpperCase()}, ${given}","individual","EXAMPLE",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks.join('; ')}."\r\n`
  })
  await writeFile(join(folder, 'sdn.csv'), `${rows.join('')}\u001a`)
  await writeFile(join(folder, 'alt.csv'), `${persons[0]?.id},900001,"aka","OTHER, Example",-0- \r\n\u001a`)
  await writeFile(join(folder, 'sdn_comments.csv'), `${persons[0]?.id}," Example remarks."\r\n\u001a`)
}

/** `sdn.xml`. */
export function sdnXml(persons: readonly ExamplePerson[]): string {
  const entries = persons.map(
    ({
      id,
      family,
      given,
      weakAlias,
      wallet,
    }) => `<sdnEntry><uid>${id}</uid><firstName>${given}</firstName><lastName>${family}</lastName>
<sdnType>Individual</sdnType><programList><program>EXAMPLE</program></programList>
${wallet ? `<idList><id><uid>1</uid><idType>Digital Currency Address - XBT</idType><idNumber>${wallet}</idNumber></id></idList>` : ''}
${weakAlias ? `<akaList><aka><uid>2</uid><type>a.k.a.</type><category>weak</category><lastName>${weakAlias}</lastName></aka></akaList>` : ''}
<dateOfBirthList><dateOfBirthItem><dateOfBirth>1970 to 1975</dateOfBirth></dateOfBirthItem></dateOfBirthList></sdnEntry>`,
  )
  return `<?xml version="1.0" standalone="yes"?><sdnList xmlns="https://example.org/sdn"><publshInformation><Publish_Date>11/20/2026</Publish_Date></publshInformation>${entries.join('')}</sdnList>`
}

/** The EU's list, with a low-quality alias and an empty one. */
export function euXml(persons: readonly ExamplePerson[]): string {
  const entries = persons.map(
    ({
      id,
      family,
      given,
      weakAlias,
    }) => `<sanctionEntity logicalId="${id}" euReferenceNumber="EU.${id}"><regulation programme="EXAMPLE"/>
<subjectType code="person" classificationCode="P"/><nameAlias wholeName="${given} ${family}" strong="true"/><nameAlias wholeName="" strong="true"/>
${weakAlias ? `<nameAlias wholeName="${weakAlias}" strong="false"><remark>low quality</remark></nameAlias>` : ''}
<birthdate circa="true" year="1975"/></sanctionEntity>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><export generationDate="2026-11-20T10:00:00"><!-- example -->${entries.join('')}</export>`
}

/** The UN's list, with its typical empty aliases. */
export function unXml(persons: readonly ExamplePerson[]): string {
  const entries = persons.map(
    ({
      id,
      family,
      given,
      weakAlias,
    }) => `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>${given}</FIRST_NAME><SECOND_NAME>${family}</SECOND_NAME>
<UN_LIST_TYPE>EXAMPLE</UN_LIST_TYPE><REFERENCE_NUMBER>EXi.${id}</REFERENCE_NUMBER><INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
${weakAlias ? `<INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>${weakAlias}</ALIAS_NAME></INDIVIDUAL_ALIAS>` : ''}
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1975</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2026-11-20T00:00:00Z"><INDIVIDUALS>${entries.join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`
}

/** The header of the UK Sanctions List as CSV, as published on 2026-02-13. */
const UK_COLUMNS =
  'Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Non-latin script type,Non-latin script language,Regime Name,Designation Type,Designation source,Sanctions Imposed,Other Information,UK Statement of Reasons,Address Line 1,Address Line 2,Address Line 3,Address Line 4,Address Line 5,Address Line 6,Address Postal Code,Address Country,Phone number,Website,Email address,Date Designated,D.O.B,Nationality(/ies),National Identifier number,National Identifier additional information,Passport number,Passport additional information,Position,Gender,Town of birth,Country of birth,Type of entity,Subsidiaries,Parent company,Business registration number (s),IMO number,Current owner/operator (s),Previous owner/operator (s),Current believed flag of ship,Previous flags,Type of ship,Tonnage of ship,Length of ship,Year Built,Hull identification number (HIN)'.split(
    ',',
  )

/** The UK Sanctions List as CSV: one row per name, and dates with unknown parts. */
export function ukCsv(persons: readonly ExamplePerson[]): string {
  const row = (id: number, family: string, given: string, type: string, strength: string) => {
    const values: Record<string, string> = {
      'Last Updated': '20/11/2026',
      'Unique ID': `EXA${id}`,
      'OFSI Group ID': '1',
      'Name 6': family.toUpperCase(),
      'Name 1': given,
      'Name type': type,
      'Alias strength': strength,
      'Regime Name': 'Example regime',
      'Designation Type': 'Individual',
      'Other Information': '"Some, remarks"',
      'D.O.B': '00/00/1975',
    }
    return UK_COLUMNS.map((column) => values[column] ?? '').join(',')
  }
  const rows = persons.flatMap(({ id, family, given, weakAlias }) => [
    row(id, family, given, 'Primary Name', ''),
    ...(weakAlias ? [row(id, weakAlias, '', 'Alias', 'Low quality a.k.a')] : []),
  ])
  return `Report Date: 20-Nov-2026\n${[UK_COLUMNS.join(','), ...rows].join('\n')}\n`
}

/** `count` different persons. */
export function examplePersons(count: number): ExamplePerson[] {
  return Array.from({ length: count }, (_, at) => ({
    id: 1_000 + at,
    family: `Familyname${letters(at)}`,
    given: `Given${letters(at * 7)}`,
  }))
}

function letters(number: number): string {
  return [...number.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('')
}
