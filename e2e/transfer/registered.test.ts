import { expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { BENEFICIARY, ORIGINATOR } from '../harness/parties.ts'
import { type Proof, requestProof, submitSignature } from '../harness/proofs.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { openBitcoinWallet, type Wallet } from '../harness/wallets.ts'

const api = await openApi(await sharedNode())

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const REGISTER = `mutation ($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id status channel } } }`
const PROOFS = `query ($id: ID!) { trpd { transaction(id: $id) { vasp { id } travelAddress
  ownershipProofs { id } addressOwnershipProofs { id status transaction { id originAddress } } } } }`
const CHECKS = `query ($id: ID!) { trpd { transaction(id: $id) { checks { check verdict reason evidence { name value } } } } }`

interface CheckResult {
  readonly check: string
  readonly verdict: string
  readonly reason: string
  readonly evidence: readonly { readonly name: string; readonly value: string }[]
}

async function ownershipCheck(id: string): Promise<CheckResult | undefined> {
  const { trpd } = await api.request<{ trpd: { transaction: { checks: CheckResult[] } } }>(CHECKS, { id })
  return trpd.transaction.checks.find(({ check }) => check === 'OWNERSHIP_PROOF')
}

async function prove({ id, challenge }: Proof, { address, sign }: Wallet): Promise<void> {
  await submitSignature(api, { id, address, signature: sign(challenge) })
}

it("a deposit from a self-hosted wallet is registered, linked to its wallet's proofs, checked again after the proof, and audited", async () => {
  const wallet = openBitcoinWallet()
  const earlier = await requestProof(api, { asset: 'BTC', address: wallet.address })
  await prove(earlier, wallet)
  const deposit = {
    direction: 'RECEIVED',
    selfHosted: true,
    asset: 'btc',
    amount: '0.25',
    originator: ORIGINATOR,
    beneficiary: BENEFICIARY,
    address: OURS,
    originAddress: wallet.address,
  }
  const { trpd } = await api.request<{ trpd: { registerOfflineTx: { id: string } } }>(REGISTER, { input: deposit })
  const { id } = trpd.registerOfflineTx
  expect(trpd.registerOfflineTx).toEqual({ id, status: 'APPROVED', channel: 'SELF_HOSTED' })

  // The earlier proof names neither this transaction nor its customer.
  await expect.poll(async () => (await ownershipCheck(id))?.verdict).toBe('WARN')

  const proof = await requestProof(api, { asset: 'BTC', address: wallet.address, transactionId: id })
  await prove(proof, wallet)
  expect(await api.request(PROOFS, { id })).toEqual({
    trpd: {
      transaction: {
        vasp: null,
        travelAddress: null,
        ownershipProofs: [{ id: proof.id }],
        addressOwnershipProofs: [
          { id: proof.id, status: 'VERIFIED', transaction: { id, originAddress: wallet.address } },
          { id: earlier.id, status: 'VERIFIED', transaction: null },
        ],
      },
    },
  })
  await expect.poll(async () => (await ownershipCheck(id))?.verdict).toBe('PASS')
  expect((await ownershipCheck(id))?.evidence).toContainEqual({ name: 'proof', value: proof.id })
  // Only the events of one service are ordered, since the audit log reads each feed separately.
  await expect
    .poll(async () => [...new Set(await auditTypes(api, id))].toSorted())
    .toEqual(['proof.requested', 'proof.verified', 'transfer.checked', 'transfer.registered'])
})
