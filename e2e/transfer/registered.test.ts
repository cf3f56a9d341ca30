import { expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { BENEFICIARY, ORIGINATOR } from '../harness/parties.ts'
import { requestProof, submitSignature } from '../harness/proofs.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'

const api = await openApi(await sharedNode())

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const REGISTER = `mutation ($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id status channel } } }`
const PROOFS = `query ($id: ID!) { trpd { transaction(id: $id) { vasp { id } travelAddress
  ownershipProofs { id } addressOwnershipProofs { id status transaction { id originAddress } } } } }`

it('a deposit from a self-hosted wallet is registered, linked to the proofs of its wallet, and audited', async () => {
  const wallet = openBitcoinWallet()
  const earlier = await requestProof(api, { asset: 'BTC', address: wallet.address })
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

  const proof = await requestProof(api, { asset: 'BTC', address: wallet.address, transactionId: id })
  const signature = wallet.sign(proof.challenge)
  await submitSignature(api, { id: proof.id, address: wallet.address, signature })
  expect(await api.request(PROOFS, { id })).toEqual({
    trpd: {
      transaction: {
        vasp: null,
        travelAddress: null,
        ownershipProofs: [{ id: proof.id }],
        addressOwnershipProofs: [
          { id: proof.id, status: 'VERIFIED', transaction: { id, originAddress: wallet.address } },
          { id: earlier.id, status: 'REQUESTED', transaction: null },
        ],
      },
    },
  })
  // Only the events of one service are ordered, since the audit log reads each feed separately.
  await expect
    .poll(async () => (await auditTypes(api, id)).toSorted())
    .toEqual(['proof.requested', 'proof.verified', 'transfer.registered'])
})
