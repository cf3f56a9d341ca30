import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCustomerWallet } from '../testing/customer-wallet.ts'
import { openTestNode } from '../testing/open-test-node.ts'
import { REQUEST, requestProof, type SelectedProof, SUBMIT } from '../testing/proof-operations.ts'

const wallet = openCustomerWallet()

describe('aopd', () => {
  let node: Awaited<ReturnType<typeof openTestNode>>
  beforeAll(async () => {
    node = await openTestNode()
  })
  afterAll(() => node[Symbol.asyncDispose]())

  it('aopd returns the challenge and the links of a requested proof', async () => {
    const input = {
      asset: 'btc',
      address: wallet.addresses.p2wpkh,
      customerReference: 'Erika Müller',
      transactionId: 'tx-1',
      addressBookEntryId: 'entry-1',
      ttlSeconds: 600,
    }
    const { data, errors } = await node.query<{ aopd: { requestSignatureProof: SelectedProof } }>(REQUEST, { input })
    expect(errors).toEqual([])
    const proof = data.aopd.requestSignatureProof
    expect(proof).toMatchObject({
      __typename: 'SignatureProof',
      asset: 'BTC',
      address: wallet.addresses.p2wpkh,
      status: 'REQUESTED',
      method: 'SIGNATURE',
      attempts: 0,
      attemptsMax: 5,
      verdict: null,
      transaction: { id: 'tx-1' },
      addressBookEntry: { id: 'entry-1' },
      customerReference: 'Erika Müller',
      decidedBy: null,
    })
    expect(proof.challenge).toContain(
      `I confirm to Test VASP that I control the BTC address ${wallet.addresses.p2wpkh}. Proof ${proof.id}`,
    )
    expect(proof.portalUrl).toMatch(/^https:\/\/proofs\.example\/p\/[\w-]{43}$/)
    const query = new URLSearchParams(proof.aoppUri?.replace('aopp:?', ''))
    expect(Object.fromEntries(query)).toEqual({
      v: '0',
      msg: proof.challenge,
      asset: 'btc',
      format: 'p2wpkh',
      callback: proof.portalUrl.replace('/p/', '/proofs/'),
    })
  })

  it('aopd returns a verdict for a wrong signature, VERIFIED for a valid one, and the same for a repeat', async () => {
    const proof = await requestProof(node, { asset: 'ETH', address: wallet.addresses.evm })
    const submit = async (signature: string) => {
      const variables = { id: proof.id, address: wallet.addresses.evm, signature }
      const { data, errors } = await node.query<{ aopd: { submitSignature: object } }>(SUBMIT, variables)
      expect(errors).toEqual([])
      return data.aopd.submitSignature
    }
    expect(await submit(openCustomerWallet().signEip191(proof.challenge))).toMatchObject({
      status: 'REQUESTED',
      attempts: 1,
      verdict: { outcome: 'INCONCLUSIVE', code: 'SIGNER_MISMATCH', verifier: 'eip-191/1' },
    })
    const verified = await submit(wallet.signEip191(proof.challenge))
    expect(verified).toMatchObject({ status: 'VERIFIED', attempts: 2, verdict: { outcome: 'VALID' } })
    expect(await submit(wallet.signEip191(proof.challenge))).toEqual(verified)
  })

  it('aopd shows every submission with its verdict, and filters proofs by inconclusive attempts', async () => {
    const proof = await requestProof(node, { asset: 'BTC', address: wallet.addresses.p2wpkh, transactionId: 'tx-7' })
    const portal = proof.portalUrl.replace('https://proofs.example', node.aoppUrl)
    const form = new URLSearchParams({ address: wallet.addresses.p2wpkh, signature: 'fulAAAA' })
    expect((await fetch(portal, { method: 'POST', body: form })).status).toBe(422)
    const listed = async (inconclusive: boolean) => {
      const query = `query ($filter: ProofFilter) { aopd { proofsCount(filter: $filter) proofs(filter: $filter) {
        id status verdict { outcome } ... on SignatureProof { attempts inconclusiveAttempts } } } }`
      const { data } = await node.query(query, { filter: { transactionId: 'tx-7', inconclusive } })
      return data
    }
    expect(await listed(true)).toEqual({
      aopd: {
        proofsCount: 1,
        proofs: [
          {
            id: proof.id,
            status: 'REQUESTED',
            verdict: { outcome: 'INCONCLUSIVE' },
            attempts: 1,
            inconclusiveAttempts: 1,
          },
        ],
      },
    })
    expect(await listed(false)).toEqual({ aopd: { proofsCount: 0, proofs: [] } })
    const signature = wallet.signBitcoinMessage(proof.challenge)
    await node.query(SUBMIT, { id: proof.id, address: wallet.addresses.p2wpkh, signature })
    const query = `query ($id: ID!) { aopd { proof(id: $id) { status ... on SignatureProof {
      submissions { address signature channel verdict { outcome code } submittedAt } } } } }`
    const { data, errors } = await node.query(query, { id: proof.id })
    expect(errors).toEqual([])
    const submittedAt = expect.stringMatching(/^\d{4}-/)
    expect(data).toEqual({
      aopd: {
        proof: {
          status: 'VERIFIED',
          submissions: [
            {
              address: wallet.addresses.p2wpkh,
              signature: 'fulAAAA',
              channel: 'PORTAL',
              verdict: { outcome: 'INCONCLUSIVE', code: 'METHOD_NOT_COVERED' },
              submittedAt,
            },
            {
              address: wallet.addresses.p2wpkh,
              signature,
              channel: 'API',
              verdict: { outcome: 'VALID', code: 'SIGNATURE_VALID' },
              submittedAt,
            },
          ],
        },
      },
    })
  })

  it('aopd lets a person decide about an INCONCLUSIVE proof, with a reason that needs pii:read', async () => {
    const DECIDE = `mutation ($id: ID!, $decision: ProofDecision!, $reason: String!) { aopd {
      decideProof(id: $id, decision: $decision, reason: $reason) {
        status address verdict { outcome } decidedBy { id } ... on SignatureProof { decisionReason revocationReason } } } }`
    const decideAbout = async (id: string, decision: string, reason = 'Seen on a call') => {
      const { data, errors } = await node.query<{ aopd?: { decideProof: object | null } }>(DECIDE, {
        id,
        decision,
        reason,
      })
      return data?.aopd?.decideProof ?? errors[0]?.extensions?.code
    }
    const inconclusive = async () => {
      const proof = await requestProof(node, { asset: 'BTC' })
      for (const last of 'ABCDE') {
        const variables = { id: proof.id, address: wallet.addresses.p2wpkh, signature: `fulAAA${last}` }
        await node.query(SUBMIT, variables)
      }
      return proof.id
    }
    const id = await inconclusive()
    expect(await decideAbout(id, 'ACCEPT', ' ')).toBe('INPUT_INVALID')
    expect(await decideAbout(id, 'ACCEPT')).toEqual({
      status: 'VERIFIED',
      address: wallet.addresses.p2wpkh,
      verdict: { outcome: 'INCONCLUSIVE' },
      decidedBy: { id: expect.any(String) },
      decisionReason: 'Seen on a call',
      revocationReason: null,
    })
    expect(await decideAbout(id, 'REJECT')).toBe('PROOF_WRONG_STATUS')
    expect(await decideAbout(await inconclusive(), 'REJECT')).toMatchObject({ status: 'REJECTED', address: null })
    const open = await requestProof(node, { asset: 'BTC', address: wallet.addresses.p2wpkh })
    expect(await decideAbout(open.id, 'ACCEPT')).toBe('PROOF_WRONG_STATUS')
    expect(await decideAbout('5b0a0a0e-0000-4000-8000-00000000ffff', 'ACCEPT')).toBe('PROOF_NOT_FOUND')
  })

  it('aopd verifies a signature that a wallet posts to the callback of the AOPP link', async () => {
    const proof = await requestProof(node, { asset: 'BTC' })
    const body = JSON.stringify({
      version: 0,
      address: wallet.addresses.p2wpkh,
      signature: wallet.signBitcoinMessage(proof.challenge),
    })
    const callback = proof.portalUrl.replace('https://proofs.example/p/', `${node.aoppUrl}/proofs/`)
    expect((await fetch(callback, { method: 'POST', body })).status).toBe(204)
    const { data } = await node.query('query ($id: ID!) { aopd { proof(id: $id) { status address } } }', {
      id: proof.id,
    })
    expect(data).toEqual({ aopd: { proof: { status: 'VERIFIED', address: wallet.addresses.p2wpkh } } })
  })

  it("aopd hides the customer's links from callers without aopd:write, because a link can use up the attempts", async () => {
    const { id } = await requestProof(node, { asset: 'BTC' })
    const query = 'query ($id: ID!) { aopd { proof(id: $id) { id portalUrl ... on SignatureProof { aoppUri } } } }'
    const { data, errors } = await node.query(query, { id }, ['aopd:read', 'pii:read'])
    expect(data).toEqual({ aopd: { proof: { id, portalUrl: null, aoppUri: null } } })
    expect(errors.map(({ path, extensions }) => [path?.at(-1), extensions.code])).toEqual([
      ['portalUrl', 'FORBIDDEN'],
      ['aoppUri', 'FORBIDDEN'],
    ])
  })

  it('aopd refuses with null, a stable code and advice', async () => {
    const proof = await requestProof(node, { asset: 'BTC' })
    const cases: [string, object, string, RegExp][] = [
      [REQUEST, { input: { asset: 'XMR' } }, 'ASSET_UNSUPPORTED', /^asset: .*BTC/],
      [REQUEST, { input: { asset: 'BTC', address: 'bc1qnonsense' } }, 'ADDRESS_INVALID', /^address: /],
      [REQUEST, { input: { asset: 'BTC', ttlSeconds: 5 } }, 'INPUT_INVALID', /^ttlSeconds: /],
      [SUBMIT, { id: 'unknown', address: 'a', signature: 'b' }, 'PROOF_NOT_FOUND', /no such proof/],
      [SUBMIT, { id: proof.id, address: 'a', signature: '' }, 'SIGNATURE_UNREADABLE', /^signature: /],
      [
        `mutation ($id: ID!) { aopd { revokeProof(id: $id, reason: "r") { id } } }`,
        { id: proof.id },
        'PROOF_WRONG_STATUS',
        /REQUESTED/,
      ],
      ['{ aopd { proofs(limit: 501) { id } } }', {}, 'INPUT_INVALID', /^limit: /],
      ['{ aopd { proofs(offset: -1) { id } } }', {}, 'INPUT_INVALID', /^offset: /],
      ['{ aopd { supportedMethods(asset: "XMR") { scheme } } }', {}, 'ASSET_UNSUPPORTED', /^asset: /],
    ]
    for (const [query, variables, code, message] of cases) {
      const { status, data, errors } = await node.query<{ aopd: object }>(query, variables)
      expect(status).toBe(200)
      expect(Object.values(data.aopd)).toEqual([null])
      expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }])
    }
  })

  it('aopd runs the fields of a mutation in document order', async () => {
    const { id } = await requestProof(node, { asset: 'BTC' })
    const { data, errors } = await node.query(
      `mutation ($id: ID!) { aopd { first: cancelProof(id: $id) { status decidedBy { id } } second: revokeProof(id: $id, reason: "r") { status } third: cancelProof(id: $id) { status } } }`,
      { id },
    )
    expect(data).toEqual({
      aopd: { first: { status: 'CANCELED', decidedBy: { id: 'alice' } }, second: null, third: { status: 'CANCELED' } },
    })
    expect(errors).toMatchObject([{ path: ['aopd', 'second'], extensions: { code: 'PROOF_WRONG_STATUS' } }])
  })

  it('aopd lists and counts matching proofs, and lists the supported methods', async () => {
    const other = openCustomerWallet()
    await requestProof(node, { asset: 'USDC', address: other.addresses.evm })
    await requestProof(node, { asset: 'ETH', address: other.addresses.evm })
    const { data } = await node.query(
      `query ($filter: ProofFilter) { aopd { proofs(filter: $filter, limit: 1) { asset } proofsCount(filter: $filter) proof(id: "unknown") { id }
        supportedMethods(asset: "BTC") { asset method scheme addressTypes }
        configuration { vaspName publicUrl proofTtlSeconds attemptsMax assets { symbol } } programVersion eventPosition } }`,
      { filter: { address: other.addresses.evm.toLowerCase() } },
    )
    expect(data).toEqual({
      aopd: {
        proofs: [{ asset: 'ETH' }],
        proofsCount: 2,
        proof: null,
        supportedMethods: [
          { asset: 'BTC', method: 'SIGNATURE', scheme: 'BITCOIN_MESSAGE', addressTypes: ['P2PKH', 'P2SH', 'P2WPKH'] },
          { asset: 'BTC', method: 'SIGNATURE', scheme: 'BIP_322_SIMPLE', addressTypes: ['P2WPKH', 'P2TR'] },
        ],
        configuration: {
          vaspName: 'Test VASP',
          publicUrl: 'https://proofs.example',
          proofTtlSeconds: 604_800,
          attemptsMax: 5,
          assets: ['BTC', 'ETH', 'USDC', 'USDT'].map((symbol) => ({ symbol })),
        },
        programVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        eventPosition: expect.stringMatching(/^[1-9]\d*$/),
      },
    })
  })

  it("proofs cover the assets in the operator's list, and their filter accepts ids and symbols", async () => {
    const polygon = { id: 'usdt-polygon', name: 'Tether on Polygon', symbol: 'USDT', addressFormat: 'EVM' }
    await using operated = await openTestNode({ ASSETS: JSON.stringify([polygon]) })
    const wallet = openCustomerWallet()
    const proof = await requestProof(operated, { asset: 'usdt-polygon', address: wallet.addresses.evm })
    await requestProof(operated, { asset: 'usdc-base', address: wallet.addresses.evm })
    expect(proof.challenge).toContain('the usdt-polygon address')
    expect(proof.aoppUri).toContain('asset=eth')
    const query = 'query ($asset: String) { aopd { proofs(filter: { asset: $asset }) { asset } } }'
    const found = async (asset: string) => (await operated.query(query, { asset })).data
    expect(await found('USDT-POLYGON')).toEqual({ aopd: { proofs: [{ asset: 'usdt-polygon' }] } })
    expect(await found('usdc-ethereum')).toEqual({ aopd: { proofs: [{ asset: 'USDC' }] } })
    expect(await found('USDT')).toEqual({ aopd: { proofs: [] } })
  })

  it('aopd counts submissions by verdict, and labels the metrics of its public port by route, never by token', async () => {
    await fetch(`${node.aoppUrl}/p/some-token`)
    const metrics = await (await fetch(`${node.url}/metrics`)).text()
    expect(metrics).toContain('route="/p/:token"')
    expect(metrics).not.toContain('some-token')
    expect(metrics).toMatch(/^proof_submissions_total\{channel="PORTAL",outcome="INCONCLUSIVE",service="aopd"\} 1$/m)
  })

  it('aopd is alive and ready', async () => {
    expect((await fetch(`${node.url}/livez`)).status).toBe(200)
    expect(await (await fetch(`${node.url}/readyz`)).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', api: 'ok' },
    })
  })
})
