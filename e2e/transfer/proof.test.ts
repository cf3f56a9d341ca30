import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { auditTypes } from '../harness/audit-trail.ts'
import { requestProof, submitSignature } from '../harness/proofs.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { inquire, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { openBitcoinWallet, openEvmWallet } from '../harness/wallets.ts'

const api = await openApi(await sharedNode())

describe.each([
  { asset: 'BTC', open: openBitcoinWallet, verifier: /^bitcoin-message\//, byAnotherKey: 'INVALID' },
  // The address may be a contract wallet.
  { asset: 'ETH', open: openEvmWallet, verifier: /^eip-?191\//, byAnotherKey: 'INCONCLUSIVE' },
])('a signature proof for $asset', ({ asset, open, verifier, byAnotherKey }) => {
  it('a proof is VERIFIED by a signature with the key of the address, and listed with its transaction', async () => {
    const wallet = open()
    const transfer = await inquire(api, UNKNOWN_VASP_ADDRESS)
    const requested = await requestProof(api, {
      asset,
      address: wallet.address,
      transactionId: transfer.id,
      customerReference: 'customer-1',
    })
    expect(requested).toMatchObject({ status: 'REQUESTED', asset, verdict: null })
    expect(requested.address?.toLowerCase()).toBe(wallet.address.toLowerCase())
    expect(requested.challenge.toLowerCase()).toContain(wallet.address.toLowerCase())

    const verified = await submitSignature(api, {
      id: requested.id,
      address: wallet.address,
      signature: wallet.sign(requested.challenge),
    })
    expect(verified).toMatchObject({
      status: 'VERIFIED',
      verdict: { outcome: 'VALID', code: 'SIGNATURE_VALID', verifier: expect.stringMatching(verifier) },
    })
    expect(
      await api.request(
        'query ($id: ID!) { trpd { transaction(id: $id) { ownershipProofs { id status customerReference transaction { id } } } } }',
        { id: transfer.id },
      ),
    ).toEqual({
      trpd: {
        transaction: {
          ownershipProofs: [
            { id: requested.id, status: 'VERIFIED', customerReference: 'customer-1', transaction: { id: transfer.id } },
          ],
        },
      },
    })
    // Only the events of one service are ordered, since the audit log reads each feed separately.
    await expect
      .poll(async () => (await auditTypes(api, transfer.id)).toSorted())
      .toEqual(['proof.requested', 'proof.verified', 'transfer.inquired'])
    const proofTypes = (await auditTypes(api, transfer.id)).filter((type) => type.startsWith('proof.'))
    expect(proofTypes).toEqual(['proof.requested', 'proof.verified'])
  })

  it('a proof stays REQUESTED after a signature with another key, with the verdict SIGNER_MISMATCH', async () => {
    const { address } = open()
    const { id, challenge } = await requestProof(api, { asset, address })
    const refused = await submitSignature(api, { id, address, signature: open().sign(challenge) })
    expect(refused).toMatchObject({ status: 'REQUESTED', verdict: { outcome: byAnotherKey, code: 'SIGNER_MISMATCH' } })
  })

  it('a proof refuses a signature over another message, or over the challenge of another proof', async () => {
    const wallet = open()
    const [first, second] = [
      await requestProof(api, { asset, address: wallet.address }),
      await requestProof(api, { asset, address: wallet.address }),
    ]
    expect(first.challenge).not.toBe(second.challenge)
    for (const message of [first.challenge, `${second.challenge} `]) {
      const refused = await submitSignature(api, {
        id: second.id,
        address: wallet.address,
        signature: wallet.sign(message),
      })
      expect(refused.verdict?.outcome).toBe(byAnotherKey)
    }
  })

  it('a customer can submit a proof over the AOPP callback', async () => {
    const wallet = open()
    const { id, challenge } = await requestProof(api, { asset, address: wallet.address })
    const query = 'query ($id: ID!) { aopd { proof(id: $id) { status portalUrl ... on SignatureProof { aoppUri } } } }'
    const loadProof = () =>
      api.request<{ aopd: { proof: { status: string; portalUrl: string; aoppUri: string | null } } }>(query, { id })
    const { aopd } = await loadProof()
    const callback = new URL(aopd.proof.aoppUri ?? 'aopp:?callback=').searchParams.get('callback')
    expect(callback).toMatch(/^http/)
    const response = await fetch(callback ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: 0, address: wallet.address, signature: wallet.sign(challenge) }),
    })
    expect(response.status).toBe(204)
    expect((await loadProof()).aopd.proof.status).toBe('VERIFIED')
  })
})
