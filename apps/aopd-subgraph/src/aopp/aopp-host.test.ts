import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelProof, requestSignatureProof } from '../actions/proof-actions.ts'
import type { Proof } from '../domain/proof.ts'
import type { ProofRequest } from '../domain/request-proof.ts'
import { loadProofs } from '../store/load-proof.ts'
import { openCustomerWallet } from '../testing/customer-wallet.ts'
import { openTestService } from '../testing/open-test-service.ts'
import { openAoppHost } from './aopp-host.ts'

const alice = { type: 'USER', id: 'alice' } as const
const wallet = openCustomerWallet()

/** A signature in the full form of BIP-322, which needs the whole of Script to check. */
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

  describe('the callback of a wallet', () => {
    it.each(['application/json', 'application/json; utf-8', 'text/plain', ''])(
      'is answered with 204 for a valid signature, sent as "%s"',
      async (mediaType) => {
        const proof = await request({ asset: 'BTC' })
        const signature = wallet.signBitcoinMessage(proof.challenge)
        const body = { version: 0, address: wallet.addresses.p2wpkh, signature, xpub: 'zpub6r…' }
        const answer = await post(`/proofs/${proof.token}`, JSON.stringify(body), mediaType)
        expect([answer.status, await answer.text()]).toEqual([204, ''])
        expect(await reload(proof)).toMatchObject({
          status: 'VERIFIED',
          address: wallet.addresses.p2wpkh,
          submission: { channel: 'AOPP' },
        })
      },
    )

    it('is answered with 204 again when the wallet did not hear the first answer', async () => {
      const proof = await request({ asset: 'ETH', address: wallet.addresses.evm })
      const signature = Buffer.from(wallet.signEip191(proof.challenge).slice(2), 'hex').toString('base64')
      const body = JSON.stringify({ version: 0, address: wallet.addresses.evm, signature })
      expect((await post(`/proofs/${proof.token}`, body)).status).toBe(204)
      expect((await post(`/proofs/${proof.token}`, body)).status).toBe(204)
      expect(await reload(proof)).toMatchObject({ version: 2, attempts: 1 })
    })

    it('is answered with 400 for a signature that is not valid, until the attempts are used up and from then on', async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2wpkh })
      for (const expected of ['SIGNER_MISMATCH', 'SIGNER_MISMATCH', 'SIGNER_MISMATCH', 'PROOF_WRONG_STATUS']) {
        const signature = openCustomerWallet().signBitcoinMessage(proof.challenge)
        const answer = await post(
          `/proofs/${proof.token}`,
          JSON.stringify({ version: 0, address: wallet.addresses.p2wpkh, signature }),
        )
        expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: expected } }])
      }
      const right = {
        version: 0,
        address: wallet.addresses.p2wpkh,
        signature: wallet.signBitcoinMessage(proof.challenge),
      }
      expect((await post(`/proofs/${proof.token}`, JSON.stringify(right))).status).toBe(400)
      expect(await reload(proof)).toMatchObject({ status: 'REJECTED' })
    })

    it('is answered with 400, and recorded as inconclusive, for a signature that cannot be checked', async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2tr })
      const answer = await post(
        `/proofs/${proof.token}`,
        JSON.stringify({ version: 0, address: wallet.addresses.p2tr, signature: FULL_FORM }),
      )
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'METHOD_NOT_COVERED' } }])
      expect(await reload(proof)).toMatchObject({ status: 'INCONCLUSIVE' })
    })

    it.each([
      '',
      'null',
      '[]',
      '{',
      '{"version":0}',
      '{"version":1,"address":"a","signature":"b"}',
      '{"version":0,"address":1,"signature":"b"}',
    ])('is answered with 400 for the body %s, which is no attempt', async (body) => {
      const proof = await request({ asset: 'BTC' })
      expect((await post(`/proofs/${proof.token}`, body)).status).toBe(400)
      expect(await reload(proof)).toEqual(proof)
    })

    it('is answered with 400 when the proof was canceled or has expired', async () => {
      const canceled = await request({ asset: 'BTC' })
      await cancelProof(test.service, canceled.id, alice)
      const late = await request({ asset: 'BTC', ttlSeconds: 60 })
      test.clock.now = new Date(late.expiresAt)
      for (const [proof, code] of [
        [canceled, 'PROOF_WRONG_STATUS'],
        [late, 'PROOF_EXPIRED'],
      ] as const) {
        const signature = wallet.signBitcoinMessage(proof.challenge)
        const answer = await post(
          `/proofs/${proof.token}`,
          JSON.stringify({ version: 0, address: wallet.addresses.p2pkh, signature }),
        )
        expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code } }])
      }
    })

    it('is answered with 404 when the token is unknown, whatever the body is', async () => {
      for (const body of ['{', '{"version":0,"address":"a","signature":"b"}'])
        expect((await post('/proofs/unknown', body)).status).toBe(404)
    })

    it('is answered with 413 when the body is too long, and 405 when it is no POST', async () => {
      const proof = await request({ asset: 'BTC' })
      expect((await post(`/proofs/${proof.token}`, 'x'.repeat(20_000))).status).toBe(413)
      const get = await fetch(`${host.url}/proofs/${proof.token}`)
      expect([get.status, get.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    })
  })

  describe("the customers' page", () => {
    it('shows the text to sign, the wallet link and a form, escaped and without anything from another host', async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2wpkh })
      const { answer, text } = await open(proof.token)
      expect(answer.status).toBe(200)
      expect(text).toContain(proof.challenge)
      expect(text).toContain('href="aopp:?v=0&amp;msg=')
      expect(text).toContain(`value="${wallet.addresses.p2wpkh}"`)
      expect(text).toMatch(/<html lang="en">/)
      expect(text).not.toMatch(/<script|src=|url\(|javascript:/)
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cache-control')).toBe('no-store')
      for (const name of ['address', 'signature']) expect(text).toContain(`<label for="${name}">`)
    })

    it('leads from a valid signature to the result', async () => {
      const proof = await request({ asset: 'ETH' })
      const sent = await submit(proof.token, wallet.addresses.evm, wallet.signEip191(proof.challenge))
      expect([sent.status, sent.headers.get('location')]).toEqual([303, proof.token])
      const { text } = await open(proof.token)
      expect(text).toContain('Thank you, your address is confirmed')
      expect(text).not.toContain('<form')
      expect(await reload(proof)).toMatchObject({ status: 'VERIFIED', submission: { channel: 'PORTAL' } })
    })

    it('says what to do about a wrong signature, keeps what was entered, and counts the attempt', async () => {
      const proof = await request({ asset: 'BTC', address: wallet.addresses.p2wpkh })
      const signature = openCustomerWallet().signBitcoinMessage(proof.challenge)
      const answer = await submit(proof.token, wallet.addresses.p2wpkh, signature)
      const text = await answer.text()
      expect(answer.status).toBe(422)
      expect(text).toContain('The signature does not match this text and address.')
      expect(text).toMatch(/role="alert" tabindex="-1" autofocus/)
      expect(text).toMatch(/<textarea [^>]*aria-invalid="true" aria-describedby="mistake signature-hint"/)
      expect(text).toContain(signature.replaceAll("'", '&#39;'))
      expect(text).toMatch(/Attempts left<\/dt><dd>2</)
    })

    it('shows what a stranger enters as text only', async () => {
      const proof = await request({ asset: 'BTC' })
      const answer = await submit(proof.token, '"><img src=x onerror=alert(1)>', '<script>alert(1)</script>')
      const text = await answer.text()
      expect(answer.status).toBe(422)
      expect(text).not.toMatch(/<img|<script/)
      expect(text).toContain('&lt;script&gt;')
    })

    it('asks again for an empty form without counting an attempt', async () => {
      const proof = await request({ asset: 'BTC' })
      expect((await submit(proof.token, '', '')).status).toBe(422)
      expect((await submit(proof.token, wallet.addresses.p2pkh, ' ')).status).toBe(422)
      expect(await reload(proof)).toEqual(proof)
    })

    it('tells how the proof ended', async () => {
      const canceled = await request({ asset: 'BTC' })
      await cancelProof(test.service, canceled.id, alice)
      expect((await open(canceled.token)).text).toContain('This request was withdrawn')
      expect((await submit(canceled.token, wallet.addresses.p2pkh, 'c2ln')).status).toBe(303)
      const late = await request({ asset: 'BTC', ttlSeconds: 60 })
      test.clock.now = new Date(late.expiresAt)
      expect((await open(late.token)).text).toContain('This request has expired')
      const unclear = await request({ asset: 'BTC', address: wallet.addresses.p2tr })
      await submit(unclear.token, wallet.addresses.p2tr, FULL_FORM)
      expect((await open(unclear.token)).text).toContain('cannot be checked here')
    })

    it('of an unknown link says so with 404', async () => {
      const { answer, text } = await open('unknown')
      expect(answer.status).toBe(404)
      expect(text).toContain('This link is not known')
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
    const answer = await fetch(`${host.url}/p/${token}`)
    return { answer, text: await answer.text() }
  }
})
