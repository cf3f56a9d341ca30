import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelProof, requestSignatureProof } from '../proofs/actions/proof-actions.ts'
import { INCONCLUSIVE_MAX } from '../proofs/domain/decide.ts'
import type { Proof } from '../proofs/domain/proof.ts'
import type { ProofRequest } from '../proofs/domain/request-proof.ts'
import { loadProofs } from '../store/load-proof.ts'
import { openCustomerWallet } from '../testing/customer-wallet.ts'
import { openTestService } from '../testing/open-test-service.ts'
import { openAoppHost } from './aopp-host.ts'

const alice = { type: 'USER', id: 'alice' } as const
const wallet = openCustomerWallet()

/** A signature in the full form of BIP-322, which needs a complete Script interpreter to verify. */
const FULL_FORM = 'fulAAAAAA=='

describe('the AOPP listener', () => {
  let test: Awaited<ReturnType<typeof openTestService>>
  let host: Awaited<ReturnType<typeof openAoppHost>>
  beforeAll(async () => {
    test = await openTestService()
    const { service, logger } = test
    host = await openAoppHost({
      host: '127.0.0.1',
      port: 0,
      portVariable: 'P',
      publicUrl: 'https://p.example',
      service,
      logger,
    })
  })
  afterAll(async () => {
    await host[Symbol.asyncDispose]()
    await test[Symbol.asyncDispose]()
  })

  describe('a wallet that posts to its callback', () => {
    it.each(['application/json', 'application/json; utf-8', 'text/plain', ''])(
      'a wallet gets 204 for a valid signature, sent as "%s"',
      async (mediaType) => {
        const proof = await request({ asset: 'BTC' })
        const signature = wallet.signBitcoinMessage(proof.challenge)
        const body = { version: 0, address: wallet.addresses.p2wpkh, signature, xpub: 'zpub6r…' }
        const response = await post(`/proofs/${proof.token}`, JSON.stringify(body), mediaType)
        expect([response.status, await response.text()]).toEqual([204, ''])
        expect(await reload(proof)).toMatchObject({
          status: 'VERIFIED',
          address: wallet.addresses.p2wpkh,
          submission: { channel: 'AOPP' },
        })
      },
    )

    it('a wallet gets 204 again when it missed the first response', async () => {
      const proof = await request({ asset: 'ETH', address: wallet.addresses.evm })
      const signature = Buffer.from(wallet.signEip191(proof.challenge).slice(2), 'hex').toString('base64')
      const body = JSON.stringify({ version: 0, address: wallet.addresses.evm, signature })
      expect((await post(`/proofs/${proof.token}`, body)).status).toBe(204)
      expect((await post(`/proofs/${proof.token}`, body)).status).toBe(204)
      expect(await reload(proof)).toMatchObject({ version: 2, attempts: 1 })
    })

    it('a wallet gets 400 for an invalid signature, and for any signature once all attempts are used', async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2wpkh })
      for (const expected of ['SIGNER_MISMATCH', 'SIGNER_MISMATCH', 'SIGNER_MISMATCH', 'PROOF_WRONG_STATUS']) {
        const signature = openCustomerWallet().signBitcoinMessage(proof.challenge)
        const response = await post(
          `/proofs/${proof.token}`,
          JSON.stringify({ version: 0, address: wallet.addresses.p2wpkh, signature }),
        )
        expect([response.status, await response.json()]).toMatchObject([400, { error: { code: expected } }])
      }
      const valid = {
        version: 0,
        address: wallet.addresses.p2wpkh,
        signature: wallet.signBitcoinMessage(proof.challenge),
      }
      expect((await post(`/proofs/${proof.token}`, JSON.stringify(valid))).status).toBe(400)
      expect(await reload(proof)).toMatchObject({ status: 'REJECTED' })
    })

    it('a wallet gets 400 for a signature that cannot be verified, and 204 for the right one afterwards', async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2tr })
      const body = { version: 0, address: wallet.addresses.p2tr }
      for (let repeated = 0; repeated < 2 * proof.attemptsMax; repeated++) {
        const response = await post(`/proofs/${proof.token}`, JSON.stringify({ ...body, signature: FULL_FORM }))
        expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'METHOD_NOT_COVERED' } }])
      }
      expect(await reload(proof)).toMatchObject({ status: 'REQUESTED', attempts: 1, inconclusiveAttempts: 1 })
      const signature = wallet.signBip322(proof.challenge, 'p2tr')
      expect((await post(`/proofs/${proof.token}`, JSON.stringify({ ...body, signature }))).status).toBe(204)
      expect(await reload(proof)).toMatchObject({ status: 'VERIFIED', attempts: 2, inconclusiveAttempts: 1 })
    })

    it.each([
      '',
      'null',
      '[]',
      '{',
      '{"version":0}',
      '{"version":1,"address":"a","signature":"b"}',
      '{"version":0,"address":1,"signature":"b"}',
    ])('a wallet gets 400 for the body %s, which does not count as an attempt', async (body) => {
      const proof = await request({ asset: 'BTC' })
      expect((await post(`/proofs/${proof.token}`, body)).status).toBe(400)
      expect(await reload(proof)).toEqual(proof)
    })

    it('a wallet gets 400 when the proof has been canceled or has expired', async () => {
      const canceled = await request({ asset: 'BTC' })
      await cancelProof(test.service, canceled.id, alice)
      const expired = await request({ asset: 'BTC', ttlSeconds: 60 })
      test.clock.now = new Date(expired.expiresAt)
      for (const [proof, code] of [
        [canceled, 'PROOF_WRONG_STATUS'],
        [expired, 'PROOF_EXPIRED'],
      ] as const) {
        const signature = wallet.signBitcoinMessage(proof.challenge)
        const response = await post(
          `/proofs/${proof.token}`,
          JSON.stringify({ version: 0, address: wallet.addresses.p2pkh, signature }),
        )
        expect([response.status, await response.json()]).toMatchObject([400, { error: { code } }])
      }
    })

    it('a wallet gets 404 for an unknown token, regardless of the body', async () => {
      for (const body of ['{', '{"version":0,"address":"a","signature":"b"}'])
        expect((await post('/proofs/unknown', body)).status).toBe(404)
    })

    it('a wallet gets 413 for a body that is too long, and 405 for another method', async () => {
      const proof = await request({ asset: 'BTC' })
      expect((await post(`/proofs/${proof.token}`, 'x'.repeat(20_000))).status).toBe(413)
      const get = await fetch(`${host.url}/proofs/${proof.token}`)
      expect([get.status, get.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    })
  })

  describe("the customers' page", () => {
    it("the customer's page shows the challenge, the wallet link and a form, escaped and without anything from another host", async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2wpkh })
      const { response, body } = await open(proof.token)
      expect(response.status).toBe(200)
      expect(body).toContain(proof.challenge)
      expect(body).toContain('href="aopp:?v=0&amp;msg=')
      expect(body).toContain(`value="${wallet.addresses.p2wpkh}"`)
      expect(body).toMatch(/<html lang="en">/)
      expect(body).not.toMatch(/<script|src=|url\(|javascript:/)
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('cache-control')).toBe('no-store')
      for (const name of ['address', 'signature']) expect(body).toContain(`<label for="${name}">`)
    })

    it("the customer's page redirects from a valid signature to the result", async () => {
      const proof = await request({ asset: 'ETH' })
      const sent = await submit(proof.token, wallet.addresses.evm, wallet.signEip191(proof.challenge))
      expect([sent.status, sent.headers.get('location')]).toEqual([303, proof.token])
      const { body } = await open(proof.token)
      expect(body).toContain('Thank you, your address is confirmed')
      expect(body).not.toContain('<form')
      expect(await reload(proof)).toMatchObject({ status: 'VERIFIED', submission: { channel: 'PORTAL' } })
    })

    it.each([
      ['Sparrow', (text: string, address: string, signature: string) => ['BEGIN SIGNATURE', text, address, signature]],
      [
        'Bitcoin-Qt',
        (text: string, address: string, signature: string) => [
          'BEGIN BITCOIN SIGNATURE',
          text,
          `Version: Bitcoin-qt (1.0)\r\nAddress: ${address}\r\n`,
          signature,
        ],
      ],
    ])("the customer's page accepts the block that %s exports", async (_, partsOf) => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2wpkh })
      const signature = wallet.signBitcoinMessage(proof.challenge)
      const [title, text, address, last] = partsOf(proof.challenge, wallet.addresses.p2wpkh, signature)
      const lines = ['-----BEGIN BITCOIN SIGNED MESSAGE-----', text, `-----${title}-----`, address, last]
      const block = [...lines, '-----END BITCOIN SIGNED MESSAGE-----', ''].join('\r\n')
      expect((await submit(proof.token, wallet.addresses.p2wpkh, block)).status).toBe(303)
      expect(await reload(proof)).toMatchObject({ status: 'VERIFIED', submission: { signature } })
    })

    it("the customer's page shows advice on a wrong signature, keeps the input, and counts the attempt", async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2wpkh })
      const signature = openCustomerWallet().signBitcoinMessage(proof.challenge)
      const response = await submit(proof.token, wallet.addresses.p2wpkh, signature)
      const body = await response.text()
      expect(response.status).toBe(422)
      expect(body).toContain('The signature does not match this text and address.')
      expect(body).toMatch(/role="alert" tabindex="-1" autofocus/)
      expect(body).toMatch(/<textarea [^>]*aria-invalid="true" aria-describedby="mistake signature-hint"/)
      expect(body).toContain(signature.replaceAll("'", '&#39;'))
      expect(body).toMatch(/Attempts left<\/dt><dd>2</)
    })

    it("the customer's page escapes input that may come from a stranger", async () => {
      const proof = await request({ asset: 'BTC' })
      const response = await submit(proof.token, '"><img src=x onerror=alert(1)>', '<script>alert(1)</script>')
      const body = await response.text()
      expect(response.status).toBe(422)
      expect(body).not.toMatch(/<img|<script/)
      expect(body).toContain('&lt;script&gt;')
    })

    it("the customer's page shows an empty form again without counting an attempt", async () => {
      const proof = await request({ asset: 'BTC' })
      expect((await submit(proof.token, '', '')).status).toBe(422)
      expect((await submit(proof.token, wallet.addresses.p2pkh, ' ')).status).toBe(422)
      expect(await reload(proof)).toEqual(proof)
    })

    it("the customer's page shows how the proof ended", async () => {
      const canceled = await request({ asset: 'BTC' })
      await cancelProof(test.service, canceled.id, alice)
      expect((await open(canceled.token)).body).toContain('This request was withdrawn')
      expect((await submit(canceled.token, wallet.addresses.p2pkh, 'c2ln')).status).toBe(303)
      const expired = await request({ asset: 'BTC', ttlSeconds: 60 })
      test.clock.now = new Date(expired.expiresAt)
      expect((await open(expired.token)).body).toContain('This request has expired')
      const inconclusive = await request({ asset: 'BTC', address: wallet.addresses.p2tr })
      for (let count = 0; count < INCONCLUSIVE_MAX; count++)
        await submit(inconclusive.token, wallet.addresses.p2tr, `ful${String(count).padStart(4, 'A')}`)
      const { body } = await open(inconclusive.token)
      expect(body).toContain('A signature needs another check')
      expect(body).not.toContain('<form')
    })

    it("the customer's page advises on a signature that cannot be verified, even when it is opened again", async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2wpkh })
      const advice = 'cannot check this kind of signature, which does not mean that it is wrong'
      const response = await submit(proof.token, wallet.addresses.p2wpkh, 'fulAAAA')
      const shown = await response.text()
      expect(response.status).toBe(422)
      expect(shown).toContain(advice)
      expect(shown).toContain('Test VASP can see it')
      const { response: reopened, body } = await open(proof.token)
      expect(reopened.status).toBe(200)
      expect(body).toContain(advice)
      expect(body).toMatch(/Attempts left<\/dt><dd>3</)
      const signature = wallet.signBitcoinMessage(proof.challenge)
      expect((await submit(proof.token, wallet.addresses.p2wpkh, signature)).status).toBe(303)
      expect((await open(proof.token)).body).toContain('Thank you, your address is confirmed')
    })

    it("the customer's page says that a contract wallet cannot be checked here if another account signed", async () => {
      const proof = await request({ asset: 'ETH', address: wallet.addresses.evm })
      const signature = openCustomerWallet().signEip191(proof.challenge)
      const response = await submit(proof.token, wallet.addresses.evm, signature)
      const shown = await response.text()
      expect(shown).toContain('If the address belongs to a contract wallet')
      expect(shown).toMatch(/Attempts left<\/dt><dd>3</)
    })

    it("the customer's page responds to an unknown link with 404", async () => {
      const { response, body } = await open('unknown')
      expect(response.status).toBe(404)
      expect(body).toContain('This link is not known')
      expect((await submit('unknown', 'a', 'b')).status).toBe(404)
    })
  })

  async function request(fields: ProofRequest): Promise<Proof> {
    const result = await requestSignatureProof(test.service, fields, alice)
    if (!result.ok) throw new Error(result.refusal.message)
    return result.value
  }

  async function reload({ id }: Proof): Promise<Proof | undefined> {
    const [proof] = await loadProofs({ db: test.service.database.db, sealer: test.service.sealer }, [id])
    return proof
  }

  function post(path: string, body: string, mediaType = 'application/json'): Promise<Response> {
    return fetch(`${host.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: Buffer.from(body),
      headers: mediaType ? { 'content-type': mediaType } : {},
    })
  }

  function submit(token: string, address: string, signature: string): Promise<Response> {
    return post(`/p/${token}`, String(new URLSearchParams({ address, signature })), 'application/x-www-form-urlencoded')
  }

  async function open(token: string) {
    const response = await fetch(`${host.url}/p/${token}`)
    return { response, body: await response.text() }
  }
})
