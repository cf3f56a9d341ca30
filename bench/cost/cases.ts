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

/** The cases; `id` is the id of one entity of each kind. */
export async function costCases(node: BenchNode): Promise<readonly CostCase[]> {
  const { trpd, aopd } = await node.query<Entities>(
    '{ trpd { transactions(first: 1) { nodes { id } } vasps(limit: 1) { id } addressBook(limit: 1) { travelAddress } } aopd { proofs(limit: 1) { id } } }',
  )
  const [[transaction], [vasp], [entry], [proof]] = [trpd.transactions.nodes, trpd.vasps, trpd.addressBook, aopd.proofs]
  const shortPayload = JSON.stringify({ originator: { originatorPersons: [], accountNumber: ['a'] } })
  return [
    {
      name: 'transactions(first: 500), ids',
      namespace: 'trpd',
      aliases: 2,
      field: 'transactions(first: 500) { nodes { id status } }',
    },
    {
      name: 'transactions(first: 500), all',
      namespace: 'trpd',
      aliases: 2,
      field: `transactions(first: 500) { edges { cursor node { ${TRANSACTION} } } }`,
    },
    {
      name: 'transactions(first: 500), persons',
      namespace: 'trpd',
      aliases: 2,
      field:
        'transactions(first: 500) { nodes { id originator { originatorPersons { naturalPerson { name { nameIdentifier { primaryIdentifier secondaryIdentifier } } } } accountNumber } } }',
    },
    {
      name: 'transactions(first: 500), history',
      namespace: 'trpd',
      aliases: 2,
      field: 'transactions(first: 500) { nodes { id history { version event status at } } }',
    },
    {
      name: 'transactions(first: 500), auditTrail',
      namespace: 'trpd',
      aliases: 1,
      field: `transactions(first: 500) { nodes { auditTrail(first: 1) { ${ENTRY} } } }`,
    },
    {
      name: 'transactions(first: 500), ownershipProofs',
      namespace: 'trpd',
      aliases: 1,
      field: 'transactions(first: 500) { nodes { ownershipProofs { id } } }',
    },
    {
      name: 'transactions(first: 10), all',
      namespace: 'trpd',
      aliases: 20,
      field: `transactions(first: 10) { edges { cursor node { ${TRANSACTION} } } }`,
    },
    {
      name: 'transactions(first: 1)',
      namespace: 'trpd',
      aliases: 100,
      field: 'transactions(first: 1) { nodes { id } }',
    },
    { name: 'transactionsCount', namespace: 'trpd', aliases: 100, field: 'transactionsCount' },
    {
      name: 'transaction, all',
      namespace: 'trpd',
      aliases: 50,
      field: `transaction(id: "${transaction?.id}") { ${TRANSACTION} }`,
    },
    {
      name: 'vasps(limit: 500)',
      namespace: 'trpd',
      aliases: 2,
      field: 'vasps(limit: 500) { id name lei url trust autoApprove wireProfile { amountUnit assetForm } createdAt }',
    },
    { name: 'vasps(search:)', namespace: 'trpd', aliases: 50, field: 'vasps(search: "nothing", limit: 1) { id }' },
    { name: 'vaspsCount', namespace: 'trpd', aliases: 100, field: 'vaspsCount' },
    { name: 'vasp', namespace: 'trpd', aliases: 100, field: `vasp(id: "${vasp?.id}") { id name url trust }` },
    {
      name: 'validateTravelAddress',
      namespace: 'trpd',
      aliases: 200,
      field: `validateTravelAddress(travelAddress: "${entry?.travelAddress}")`,
    },
    {
      name: 'decodeTravelAddress',
      namespace: 'trpd',
      aliases: 100,
      field: `decodeTravelAddress(travelAddress: "${entry?.travelAddress}") { host url vasp { id } }`,
    },
    {
      name: 'decodeTravelAddress, long',
      namespace: 'trpd',
      aliases: 100,
      field: 'decodeTravelAddress(travelAddress: $a) { host }',
      variables: { a: { type: 'String!', value: longAddress() } },
      isRefused: true,
    },
    {
      name: 'addressBook(limit: 500)',
      namespace: 'trpd',
      aliases: 2,
      field: 'addressBook(limit: 500) { id travelAddress asset { id } label customerReference active createdAt }',
    },
    {
      name: 'validateIvms101, short',
      namespace: 'trpd',
      aliases: 100,
      field: 'validateIvms101(payload: $p) { valid issues { path } }',
      variables: { p: { type: 'String!', value: shortPayload } },
    },
    {
      name: 'validateIvms101, long',
      namespace: 'trpd',
      aliases: 2,
      field: 'validateIvms101(payload: $p) { valid issues { path constraint message } }',
      variables: { p: { type: 'String!', value: longPayload() } },
    },
    { name: 'assets', namespace: 'trpd', aliases: 50, field: 'assets { id symbol name }' },
    { name: 'ownIdentity', namespace: 'trpd', aliases: 100, field: 'ownIdentity { name }' },
    { name: 'inquire', type: 'mutation', namespace: 'trpd', aliases: 20, field: `${INQUIRE} { id }` },
    {
      name: 'registerOrUpdateVasp',
      type: 'mutation',
      namespace: 'trpd',
      aliases: 20,
      field: 'registerOrUpdateVasp(vasp: { name: "$$", url: "https://$$.example" }) { id }',
    },
    {
      name: 'createTravelAddress',
      type: 'mutation',
      namespace: 'trpd',
      aliases: 20,
      field: 'createTravelAddress(input: { asset: "btc", label: "$$" }) { id }',
    },
    { name: 'proofs(limit: 500)', namespace: 'aopd', aliases: 2, field: `proofs(limit: 500) { ${PROOF} }` },
    { name: 'proofsCount', namespace: 'aopd', aliases: 100, field: 'proofsCount' },
    { name: 'proof', namespace: 'aopd', aliases: 100, field: `proof(id: "${proof?.id}") { ${PROOF} }` },
    {
      name: 'supportedMethods',
      namespace: 'aopd',
      aliases: 20,
      field: 'supportedMethods { asset scheme addressTypes }',
    },
    {
      name: 'configuration',
      namespace: 'aopd',
      aliases: 50,
      field: 'configuration { vaspName assets { symbol name } }',
    },
    {
      name: 'requestSignatureProof',
      type: 'mutation',
      namespace: 'aopd',
      aliases: 20,
      field: `${REQUEST_PROOF} { id }`,
    },
    {
      name: 'auditLogs(first: 500), all',
      namespace: 'autod',
      aliases: 2,
      field: `auditLogs(first: 500) { nodes { ${ENTRY} } }`,
    },
    {
      name: 'auditLogs(first: 10), all',
      namespace: 'autod',
      aliases: 20,
      field: `auditLogs(first: 10) { nodes { ${ENTRY} } }`,
    },
    { name: 'auditLogsCount', namespace: 'autod', aliases: 50, field: 'auditLogsCount' },
    {
      name: 'verifyAuditLog(first: 2000)',
      namespace: 'autod',
      aliases: 2,
      field: 'verifyAuditLog(first: 2000) { checked isIntact }',
    },
    { name: 'me', namespace: 'autod', aliases: 100, field: 'me { id name user { id name } }' },
    { name: 'users', namespace: 'autod', aliases: 50, field: 'users(limit: 1) { id name roles }' },
    { name: 'usersCount', namespace: 'autod', aliases: 100, field: 'usersCount' },
    { name: 'settings', namespace: 'autod', aliases: 100, field: 'settings { version displayName }' },
    {
      name: 'updateSettings',
      type: 'mutation',
      namespace: 'autod',
      aliases: 20,
      field: 'updateSettings(input: { displayName: "$$" }) { version }',
      role: 'administrator',
    },
  ]
}

/** A travel address of maximum length, with a wrong checksum. */
function longAddress(): string {
  return `ta${'z'.repeat(1_000)}`
}
