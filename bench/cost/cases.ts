import { randomUUID } from 'node:crypto'
import type { BenchNode, Role } from '../bench-node.ts'

/** A measured field, selected `aliases` times in each request. */
export interface CostCase {
  readonly name: string
  readonly type?: 'mutation'
  readonly namespace: 'trpd' | 'aopd' | 'autod'
  /** The field with its arguments and selection; `$$` is a new UUID in each place. */
  readonly field: string
  readonly variables?: Readonly<Record<string, { readonly type: string; readonly value: unknown }>>
  readonly aliases: number
  /** The person whose token is used; by default the client's own. */
  readonly role?: Role
  /** True if the field is refused after the measured work. */
  readonly isRefused?: true
}

const ROWS = 500
/** Number of mutations in one request that creates rows. */
const BATCH = 20

const TRANSACTION = `id version requestIdentifier direction status folder delivery { state kind attempts lastProblem } asset { id symbol }
  amount amountUnit travelAddress vasp { id name trust } address txHash reason allowedActions createdAt updatedAt`
const ENTRY =
  'id sequence source type subjectType subjectId actor { type id name } at detail { name value } hash previousHash'
const PROOF = 'id asset address status method challenge expiresAt createdAt verdict { outcome code }'
const PERSON = `[{ naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: "Moreau", secondaryIdentifier: "Alice", nameIdentifierType: "LEGL" }] },
  geographicAddress: [{ addressType: "HOME", streetName: "Rue du Lac", buildingNumber: "7", townName: "Geneva", country: "CH" }] } }]`
/** The travel address of a VASP unknown to all nodes: the transaction is BLOCKED, and nothing is sent. */
const ADDRESS = 'ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv'
const INQUIRE = `inquire(input: { travelAddress: "${ADDRESS}", asset: "btc", amount: "0.25", requestIdentifier: "$$",
  originator: { originatorPersons: ${PERSON}, accountNumber: ["a"] }, beneficiary: { beneficiaryPersons: ${PERSON}, accountNumber: ["b"] } })`
const REQUEST_PROOF =
  'requestSignatureProof(input: { asset: "ETH", address: "0x52908400098527886E0F7030069857D2E4169EE7" })'

/** Creates 500 of each entity. */
export async function makeRows(node: BenchNode): Promise<void> {
  const makers = [
    ['trpd', `${INQUIRE} { id }`],
    ['trpd', 'registerOrUpdateVasp(vasp: { name: "$$", url: "https://$$.example" }) { id }'],
    ['trpd', 'createTravelAddress(input: { asset: "btc", label: "$$" }) { id }'],
    ['aopd', `${REQUEST_PROOF} { id }`],
  ] as const
  for (const [namespace, field] of makers) {
    for (let made = 0; made < ROWS; made += BATCH) {
      await node.query(operationOf({ name: '', type: 'mutation', namespace, field, aliases: BATCH }))
    }
  }
}

/** The operation that selects the field of a case. With 0 aliases, it omits the field. */
export function operationOf(one: CostCase, aliases = one.aliases): string {
  const { type = 'query', namespace, field, variables = {} } = one
  const declared = Object.entries(variables).map(([name, variable]) => `$${name}: ${variable.type}`)
  const used = aliases === 0 || declared.length === 0 ? '' : `(${declared.join(', ')})`
  const fields = Array.from(
    { length: aliases },
    (_, index) => `a${index}: ${field.replaceAll('$$', () => randomUUID())}`,
  )
  return `${type} ${used} { ${namespace} { __typename ${fields.join('\n')} } }`
}

/** The longest IVMS101 payload that is checked: half names, half unknown fields. */
function longPayload(): string {
  const identifier = {
    primaryIdentifier: 'x'.repeat(90),
    secondaryIdentifier: 'y'.repeat(90),
    nameIdentifierType: 'LEGL',
  }
  const person = { naturalPerson: { name: { nameIdentifier: Array.from({ length: 20 }, () => identifier) } } }
  const persons = Array.from({ length: 50 }, () => person)
  return JSON.stringify({ originator: { originatorPersons: persons, accountNumber: ['a'] } })
}

interface Entities {
  readonly trpd: {
    readonly transactions: { readonly nodes: readonly { readonly id: string }[] }
    readonly vasps: readonly { readonly id: string }[]
    readonly addressBook: readonly { readonly travelAddress: string }[]
  }
  readonly aopd: { readonly proofs: readonly { readonly id: string }[] }
}

type Row = [
  name: string,
  aliases: number,
  field: string,
  more?: Pick<CostCase, 'type' | 'variables' | 'role' | 'isRefused'>,
]

const MUTATION = { type: 'mutation' } as const

function casesOf(namespace: CostCase['namespace'], rows: readonly Row[]): CostCase[] {
  return rows.map(([name, aliases, field, more]) => ({ name, namespace, field, aliases, ...more }))
}

/** The cases; `id` is the id of one entity of each kind. */
export async function costCases(node: BenchNode): Promise<readonly CostCase[]> {
  const { trpd, aopd } = await node.query<Entities>(
    '{ trpd { transactions(first: 1) { nodes { id } } vasps(limit: 1) { id } addressBook(limit: 1) { travelAddress } } aopd { proofs(limit: 1) { id } } }',
  )
  const [[transaction], [vasp], [entry], [proof]] = [trpd.transactions.nodes, trpd.vasps, trpd.addressBook, aopd.proofs]
  const shortPayload = JSON.stringify({ originator: { originatorPersons: [], accountNumber: ['a'] } })
  return [
    ...casesOf('trpd', [
      ['transactions(first: 500), ids', 2, 'transactions(first: 500) { nodes { id status } }'],
      ['transactions(first: 500), all', 2, `transactions(first: 500) { edges { cursor node { ${TRANSACTION} } } }`],
      [
        'transactions(first: 500), persons',
        2,
        'transactions(first: 500) { nodes { id originator { originatorPersons { naturalPerson { name { nameIdentifier { primaryIdentifier secondaryIdentifier } } } } accountNumber } } }',
      ],
      [
        'transactions(first: 500), history',
        2,
        'transactions(first: 500) { nodes { id history { version event status at } } }',
      ],
      [
        'transactions(first: 500), auditTrail',
        1,
        `transactions(first: 500) { nodes { auditTrail(first: 1) { ${ENTRY} } } }`,
      ],
      ['transactions(first: 500), ownershipProofs', 1, 'transactions(first: 500) { nodes { ownershipProofs { id } } }'],
      ['transactions(first: 10), all', 20, `transactions(first: 10) { edges { cursor node { ${TRANSACTION} } } }`],
      ['transactions(first: 1)', 100, 'transactions(first: 1) { nodes { id } }'],
      ['transactionsCount', 100, 'transactionsCount'],
      ['transaction, all', 50, `transaction(id: "${transaction?.id}") { ${TRANSACTION} }`],
      [
        'vasps(limit: 500)',
        2,
        'vasps(limit: 500) { id name lei url trust autoApprove wireProfile { amountUnit assetForm } createdAt }',
      ],
      ['vasps(search:)', 50, 'vasps(search: "nothing", limit: 1) { id }'],
      ['vaspsCount', 100, 'vaspsCount'],
      ['vasp', 100, `vasp(id: "${vasp?.id}") { id name url trust }`],
      ['validateTravelAddress', 200, `validateTravelAddress(travelAddress: "${entry?.travelAddress}")`],
      [
        'decodeTravelAddress',
        100,
        `decodeTravelAddress(travelAddress: "${entry?.travelAddress}") { host url vasp { id } }`,
      ],
      [
        'decodeTravelAddress, long',
        100,
        'decodeTravelAddress(travelAddress: $a) { host }',
        { variables: { a: { type: 'String!', value: longAddress() } }, isRefused: true },
      ],
      [
        'addressBook(limit: 500)',
        2,
        'addressBook(limit: 500) { id travelAddress asset { id } label customerReference active createdAt }',
      ],
      [
        'validateIvms101, short',
        100,
        'validateIvms101(payload: $p) { valid issues { path } }',
        { variables: { p: { type: 'String!', value: shortPayload } } },
      ],
      [
        'validateIvms101, long',
        2,
        'validateIvms101(payload: $p) { valid issues { path constraint message } }',
        { variables: { p: { type: 'String!', value: longPayload() } } },
      ],
      ['assets', 50, 'assets { id symbol name }'],
      ['ownIdentity', 100, 'ownIdentity { name }'],
      ['inquire', 20, `${INQUIRE} { id }`, MUTATION],
      [
        'registerOrUpdateVasp',
        20,
        'registerOrUpdateVasp(vasp: { name: "$$", url: "https://$$.example" }) { id }',
        MUTATION,
      ],
      ['createTravelAddress', 20, 'createTravelAddress(input: { asset: "btc", label: "$$" }) { id }', MUTATION],
    ]),
    ...casesOf('aopd', [
      ['proofs(limit: 500)', 2, `proofs(limit: 500) { ${PROOF} }`],
      ['proofsCount', 100, 'proofsCount'],
      ['proof', 100, `proof(id: "${proof?.id}") { ${PROOF} }`],
      ['supportedMethods', 20, 'supportedMethods { asset scheme addressTypes }'],
      ['configuration', 50, 'configuration { vaspName assets { symbol name } }'],
      ['requestSignatureProof', 20, `${REQUEST_PROOF} { id }`, MUTATION],
    ]),
    ...casesOf('autod', [
      ['auditLogs(first: 500), all', 2, `auditLogs(first: 500) { nodes { ${ENTRY} } }`],
      ['auditLogs(first: 10), all', 20, `auditLogs(first: 10) { nodes { ${ENTRY} } }`],
      ['auditLogsCount', 50, 'auditLogsCount'],
      ['verifyAuditLog(first: 2000)', 2, 'verifyAuditLog(first: 2000) { checked isIntact }'],
      ['me', 100, 'me { id name user { id name } }'],
      ['users', 50, 'users(limit: 1) { id name roles }'],
      ['usersCount', 100, 'usersCount'],
      ['settings', 100, 'settings { version displayName }'],
      [
        'updateSettings',
        20,
        'updateSettings(input: { displayName: "$$" }) { version }',
        { ...MUTATION, role: 'administrator' },
      ],
    ]),
  ]
}

/** A travel address of maximum length, with a wrong checksum. */
function longAddress(): string {
  return `ta${'z'.repeat(1_000)}`
}
