import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { openLiveClient, PROTOCOLS } from '../harness/live-client.ts'
import { PERSONAL_DATA } from '../harness/parties.ts'
import { requestProof } from '../harness/proofs.ts'
import { sharedNode } from '../harness/shared-node.ts'
import type { Role } from '../harness/tokens.ts'
import { inquire, issueAddress, loadTransfer, probeTransfers, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'

const node = await sharedNode()
const api = await openApi(node)
const READ = ['aopd:read', 'autod:read', 'trpd:read']
const SCOPES: Record<Role, string[]> = {
  observer: READ,
  'compliance-officer': [...READ, 'aopd:write', 'pii:read', 'trpd:write'],
  administrator: [...READ, 'aopd:write', 'autod:write', 'trpd:write'],
  integration: [...READ, 'aopd:write', 'pii:read', 'trpd:write'],
}
const ROLES = Object.keys(SCOPES) as Role[]
const may = (role: Role, scope: string) => SCOPES[role].includes(scope)

const transfer = await inquire(api, UNKNOWN_VASP_ADDRESS)
const proof = await requestProof(api, { asset: 'BTC', customerReference: 'customer-4711', transactionId: transfer.id })
const entry = await issueAddress(api, { customerReference: 'customer-4711', label: 'of customer-4711' })

const PARTIES = `originator { accountNumber originatorPersons { naturalPerson { name { nameIdentifier { primaryIdentifier } } } } }
  beneficiary { accountNumber beneficiaryPersons { naturalPerson { name { nameIdentifier { primaryIdentifier } } } } }`
const PERSONAL = `query ($id: ID!, $proof: ID!) {
  trpd { transaction(id: $id) { id status ${PARTIES} ownershipProofs { id customerReference } } }
  aopd { proof(id: $proof) { id customerReference } } }`
const PERSONAL_PATHS = [
  ['trpd', 'transaction', 'originator'],
  ['trpd', 'transaction', 'beneficiary'],
  ['trpd', 'transaction', 'ownershipProofs', 0, 'customerReference'],
  ['aopd', 'proof', 'customerReference'],
]
const sorted = (paths: readonly unknown[]) => paths.map((path) => JSON.stringify(path)).toSorted()

const MUTATIONS = [
  {
    scope: 'trpd:write',
    field: 'trpd',
    query: 'mutation { trpd { trustVasp(id: "nobody") { id } } }',
    allowed: 'VASP_NOT_FOUND',
    refused: null,
  },
  {
    scope: 'aopd:write',
    field: 'aopd',
    query: 'mutation { aopd { cancelProof(id: "nobody") { id } } }',
    allowed: 'PROOF_NOT_FOUND',
    refused: null,
  },
  {
    scope: 'autod:write',
    field: 'autod',
    query: 'mutation { autod { updateSettings(input: { timeZone: "Nowhere" }) { version } } }',
    allowed: 'SETTINGS_INVALID',
    refused: { updateSettings: null },
  },
]

describe.each(ROLES)('a person with the role %s', (role) => {
  it('a person has the scopes of the role', async () => {
    const { request } = await openApi(node, role)
    const { autod } = await request<{ autod: { me: { roles: string[]; scopes: string[] } } }>(
      '{ autod { me { roles scopes } } }',
    )
    expect(autod.me.roles).toContain(role)
    expect(autod.me.scopes.toSorted()).toEqual(SCOPES[role].toSorted())
  })

  it('a person of any role reads transactions, proofs and the audit log', async () => {
    const { execute } = await openApi(node, role)
    const query =
      'query ($id: ID!) { trpd { transaction(id: $id) { status auditTrail { type } } } aopd { proofsCount } autod { auditLogsCount } }'
    const { data, errors } = await execute(query, { id: transfer.id })
    expect(errors).toEqual([])
    expect(data).toMatchObject({
      trpd: { transaction: { status: 'BLOCKED' } },
      aopd: { proofsCount: expect.any(Number) },
    })
  })

  it.each(MUTATIONS)(
    'a person may call mutations of $field exactly if the scopes of the role allow it',
    async ({ scope, field, query, allowed, refused }) => {
      const { execute } = await openApi(node, role)
      const { data, errors } = await execute<Record<string, unknown>>(query)
      if (may(role, scope)) expect(errors).toMatchObject([{ extensions: { code: allowed } }])
      else {
        expect(data).toEqual({ [field]: refused })
        expect(errors).toMatchObject([
          {
            path: [field, ...Object.keys(refused ?? {})],
            message: expect.stringContaining(scope),
            extensions: { code: 'FORBIDDEN' },
          },
        ])
      }
    },
  )

  // Refused because of its name, since other stories check the views of the same people.
  it('a person of any role may save views of their own', async () => {
    const { execute } = await openApi(node, role)
    const { errors } = await execute('mutation { autod { saveView(name: " ", query: "due=overdue") { id } } }')
    expect(errors).toMatchObject([{ extensions: { code: 'SAVED_VIEW_INVALID', field: 'name' } }])
  })

  it(
    may(role, 'pii:read')
      ? 'sees personal data'
      : 'gets null and FORBIDDEN at the path of every field with personal data, and all other fields',
    async () => {
      const { execute } = await openApi(node, role)
      const { data, errors } = await execute<{ trpd: { transaction: object }; aopd: { proof: object } }>(PERSONAL, {
        id: transfer.id,
        proof: proof.id,
      })
      const json = JSON.stringify({ data, errors })
      const seen = PERSONAL_DATA.filter((personal) => json.includes(personal))
      if (may(role, 'pii:read')) {
        expect(errors).toEqual([])
        expect(seen).toEqual(expect.arrayContaining(['Moreau', 'Weber', 'account-4711', 'customer-4711']))
        return
      }
      expect(seen).toEqual([])
      expect(data).toEqual({
        trpd: {
          transaction: {
            id: transfer.id,
            status: 'BLOCKED',
            originator: null,
            beneficiary: null,
            ownershipProofs: [{ id: proof.id, customerReference: null }],
          },
        },
        aopd: { proof: { id: proof.id, customerReference: null } },
      })
      expect(sorted(errors.map(({ path }) => path))).toEqual(sorted(PERSONAL_PATHS))
      expect(new Set(errors.map(({ extensions }) => extensions?.code))).toEqual(new Set(['FORBIDDEN']))
    },
  )
})

describe('an observer without pii:read', () => {
  it('an observer without pii:read cannot read the customers of address book entries', async () => {
    const { execute } = await openApi(node, 'observer')
    const { data, errors } = await execute<{
      trpd: { addressBook: { id: string; customerReference: null; label: null }[] }
    }>('{ trpd { addressBook { id customerReference label } } }')
    expect(data.trpd.addressBook).toContainEqual({
      id: entry.id,
      customerReference: null,
      label: null,
    })
    expect(new Set(errors.map(({ extensions }) => extensions?.code))).toEqual(new Set(['FORBIDDEN']))
    expect(JSON.stringify(data)).not.toContain('customer-4711')
  })

  it('an observer without pii:read cannot execute a mutation that selects personal data', async () => {
    const { execute } = await openApi(node, 'observer')
    await execute(
      'mutation ($id: ID!) { trpd { cancelTx(id: $id, reason: "mine") { id originator { accountNumber } } } }',
      { id: transfer.id },
    )
    expect((await loadTransfer(api, transfer.id)).status).toBe('BLOCKED')
  })

  it.each(PROTOCOLS)(
    'an observer without pii:read receives live updates over %s without personal data',
    async (protocol) => {
      const observer = await openApi(node, 'observer')
      await using client = openLiveClient(node, protocol, { bearer_token: observer.token })
      const log = client.followResults<{ trpdTransactions: { id: string } }>({
        query: `subscription { trpdTransactions { id status ${PARTIES} } }`,
      })
      await log.untilLive(
        () => probeTransfers(api),
        ({ data }) => data.trpdTransactions.id,
      )
      const id = await probeTransfers(api)
      const { data, errors } = await log.next((result) => result.data.trpdTransactions.id === id)
      expect(data.trpdTransactions).toEqual({ id, status: 'BLOCKED', originator: null, beneficiary: null })
      expect(sorted(errors.map(({ path }) => path))).toEqual(
        sorted([
          ['trpdTransactions', 'originator'],
          ['trpdTransactions', 'beneficiary'],
        ]),
      )
      expect(new Set(errors.map(({ extensions }) => extensions?.code))).toEqual(new Set(['FORBIDDEN']))
    },
  )
})
