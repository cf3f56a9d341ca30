import { expect, it } from 'vitest'
import { parseEuXml, parseUnXml } from './parse-eu-and-un.ts'
import { parseOfacCsv, parseOfacXml } from './parse-ofac.ts'
import { parseUkXml } from './parse-uk.ts'

// Persons and addresses are made up; the shape is that of the published files.
const ETHER = '0x00000000000000000000000000000000000000A1'
const BITCOIN = '1ExampLeExampLeExampLeExampLe11111'
const CASH = 'bitcoincash:qqexampleexampleexampleexampleexample0'
const TRON = 'TExampleExampleExampleExampleExamp'

async function* inPieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 100) yield text.slice(at, at + 100)
}

it("OFAC's CSV gives all wallets and aliases of an entry, even if its remarks continue in the middle of an address", async () => {
  const remarks = `DOB 10 Dec 1968; alt. DOB 1969; POB Example City; a.k.a. 'ABU-'EXAMPLE'; a.k.a. 'H7'; Passport A-1234567 (Iran); alt. Passport 99; National ID No. 003-1234 (Iran); Gender Male; Digital Currency Address - XBT ${BITCOIN}; alt. Digital Currency Address - ETH ${ETHER.slice(0, 20)}`
  const nulls = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- '
  const { entries, malformed } = await parseOfacCsv({
    sdn: inPieces(
      `36,"EXAMPLE CARGO, S.A.",-0- ,"EXAMPLE",-0- ,${nulls},-0- \r\n` +
        `37,"MUSTERLIST, Dr. Max","individual","SDGT] [SDT] [EXAMPLE","Leader of EXAMPLE",${nulls},"${remarks}"\r\n`,
    ),
    alt: inPieces('37,12,"aka","MUSTERLISTE, Maximilian",-0- \r\n37,13,"fka","MUSTER, Max",-0- \r\n'),
    comments: inPieces(
      `37,"${ETHER.slice(20)}; alt. Digital Currency Address - BCH ${CASH}; alt. Digital Currency Address - TRX ${TRON}."\r\n`,
    ),
  })
  expect(malformed).toEqual([])
  expect(entries[0]).toMatchObject({ kind: 'ORGANISATION', names: [{ name: 'EXAMPLE CARGO, S.A.' }], wallets: [] })
  expect(entries[1]).toEqual({
    id: '37',
    kind: 'PERSON',
    names: [
      { name: 'MUSTERLIST, Dr. Max', isWeak: false },
      { name: 'MUSTERLISTE, Maximilian', isWeak: false },
      { name: 'MUSTER, Max', isWeak: false },
      { name: "ABU-'EXAMPLE", isWeak: true },
      { name: 'H7', isWeak: true },
    ],
    birthYears: [1968, 1969],
    wallets: [
      { asset: 'BTC', address: BITCOIN },
      { asset: 'ETH', address: ETHER },
      { asset: 'BCH', address: CASH },
      { asset: 'TRX', address: TRON },
    ],
    programs: ['SDGT', 'SDT', 'EXAMPLE'],
    identifiers: ['A1234567', '0031234'],
  })
})

it("OFAC's XML gives the wallets of an entry's identifiers and of its remarks", async () => {
  const list = await parseOfacXml(
    inPieces(`<?xml version="1.0" standalone="yes"?>\r
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">\r
  <publshInformation><Publish_Date>06/22/2026</Publish_Date><Record_Count>1</Record_Count></publshInformation>\r
  <sdnEntry><uid>38</uid><firstName>Max</firstName><lastName>MUSTERLIST</lastName><sdnType>Individual</sdnType>
    <remarks>alt. Digital Currency Address - BCH ${CASH}; Gender Male.</remarks>
    <programList><program>EXAMPLE</program><program>SDGT</program></programList>
    <idList><id><uid>1</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
      <id><uid>5</uid><idType>Passport</idType><idNumber>A1234567</idNumber></id><id><uid>6</uid><idType>Website</idType><idNumber>www.example123.com</idNumber></id>
      <id><uid>2</uid><idType>Digital Currency Address - XBT</idType><idNumber>
        ${BITCOIN}
      </idNumber></id></idList>
    <akaList><aka><uid>3</uid><type>a.k.a.</type><category>strong</category><lastName>MUSTER</lastName><firstName>Max</firstName></aka></akaList>
    <dateOfBirthList><dateOfBirthItem><uid>4</uid><dateOfBirth>circa 1970</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem></dateOfBirthList>
  </sdnEntry></sdnList>`),
  )
  expect(list).toMatchObject({
    publishedOn: '2026-06-22',
    malformed: [],
    entries: [
      {
        names: [{ name: 'Max MUSTERLIST' }, { name: 'Max MUSTER' }],
        birthYears: [1970],
        wallets: [
          { asset: 'BTC', address: BITCOIN },
          { asset: 'BCH', address: CASH },
        ],
        programs: ['EXAMPLE', 'SDGT'],
        identifiers: ['A1234567'],
      },
    ],
  })
})

it('the EU list is read with its namespace, sentinels and alias strengths', async () => {
  const list = await parseEuXml(
    inPieces(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04.449+02:00" globalFileId="1">
  <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.1.1" logicalId="13">
    <remark>EXAMPLE &amp; OTHERS</remark>
    <regulation regulationType="regulation" programme="EXA" logicalId="3"><publicationUrl>http://example.org/?a=1&amp;b=2</publicationUrl></regulation>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Max" middleName="" lastName="Musterlist" wholeName="Max Musterlist" function="" gender="M" title="" nameLanguage="" strong="true" logicalId="17"><regulationSummary numberTitle="1/2026"/></nameAlias>
    <nameAlias firstName="" middleName="" lastName="" wholeName="M. Muster" strong="false" logicalId="18"/>
    <citizenship region="" countryIso2Code="00" logicalId="1"/>
    <identification number="A 1234567" identificationTypeCode="passport" logicalId="1"/>
    <birthdate circa="false" calendarType="GREGORIAN" city="" dayOfMonth="28" monthOfYear="4" year="1957" birthdate="1957-04-28" logicalId="1"/>
  </sanctionEntity></export>`),
  )
  expect(list).toMatchObject({
    publishedOn: '2026-08-05',
    malformed: [],
    entries: [
      {
        id: '13',
        kind: 'PERSON',
        names: [
          { name: 'Max Musterlist', isWeak: false },
          { name: 'M. Muster', isWeak: true },
        ],
        birthYears: [1957],
        programs: ['EXA'],
        identifiers: ['A1234567'],
      },
    ],
  })
})

it('the UN list is read with its empty elements, notes and alias qualities', async () => {
  const list = await parseUnXml(
    inPieces(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://www.un.org/sc/resources/sc-sanctions.xsd" dateGenerated="2026-02-27T00:00:09.554Z">
  <INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>MÄX</FIRST_NAME><SECOND_NAME>MUSTERLIST</SECOND_NAME>
    <UN_LIST_TYPE>EXA</UN_LIST_TYPE><REFERENCE_NUMBER>EXi.001</REFERENCE_NUMBER><LAST_DAY_UPDATED><VALUE/></LAST_DAY_UPDATED>
    <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>MUSTER, Colonel MAX</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>The Example</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><NOTE>Nov. 1973 </NOTE></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DOCUMENT/><INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>A1234567</NUMBER></INDIVIDUAL_DOCUMENT><SORT_KEY/></INDIVIDUAL></INDIVIDUALS>
  <ENTITIES><ENTITY><DATAID>2</DATAID><FIRST_NAME>EXAMPLE FRONT</FIRST_NAME><REFERENCE_NUMBER>EXe.001</REFERENCE_NUMBER>
    <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>EF</ALIAS_NAME></ENTITY_ALIAS></ENTITY></ENTITIES></CONSOLIDATED_LIST>`),
  )
  expect(list).toMatchObject({
    publishedOn: '2026-02-27',
    malformed: [],
    entries: [
      {
        id: 'EXi.001',
        names: [
          { name: 'MÄX MUSTERLIST', isWeak: false },
          { name: 'MUSTER, Colonel MAX', isWeak: false },
          { name: 'The Example', isWeak: true },
        ],
        birthYears: [1973],
        identifiers: ['A1234567'],
      },
      { id: 'EXe.001', kind: 'ORGANISATION', names: [{ name: 'EXAMPLE FRONT' }, { name: 'EF', isWeak: false }] },
    ],
  })
})

it('the UK list is read with names in every script, and dates of which only the year is known', async () => {
  const list = await parseUkXml(
    inPieces(`<?xml version="1.0"?><Designations><DateGenerated>19/06/2026</DateGenerated><Designation><UniqueID>EXA0006</UniqueID>
    <Names><Name><Name1>MAX</Name1><Name2>MORITZ</Name2><Name6>MUSTERLIST</Name6><NameType>Primary name</NameType></Name>
      <Name><Name6>Max Muster</Name6><NameType>ALias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name></Names>
    <NonLatinNames><NonLatinName><NameNonLatinScript>Макс Мустер</NameNonLatinScript></NonLatinName></NonLatinNames>
    <RegimeName>Example Regime</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
    <IndividualDetails><Individual><DOBs><DOB>dd/mm/1945</DOB></DOBs><PassportDetails><Passport><PassportNumber>A1234567</PassportNumber></Passport></PassportDetails></Individual></IndividualDetails></Designation></Designations>`),
  )
  expect(list).toMatchObject({
    publishedOn: '2026-06-19',
    malformed: [],
    entries: [
      {
        id: 'EXA0006',
        kind: 'PERSON',
        names: [
          { name: 'MAX MORITZ MUSTERLIST', isWeak: false },
          { name: 'Макс Мустер', isWeak: false },
          { name: 'Max Muster', isWeak: true },
        ],
        birthYears: [1945],
        programs: ['Example Regime'],
        identifiers: ['A1234567'],
      },
    ],
  })
})
