import { afterAll, describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { type Counterparty, startCounterparty } from '../harness/counterparty.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { confirmTx, freshTxHash, inquire, trustVaspAt } from '../harness/transfers.ts'
import { delivered, watchTransfers } from '../harness/watch-transfers.ts'

const api = await openApi(await sharedNode())
const watch = await watchTransfers(api)
afterAll(() => watch[Symbol.asyncDispose]())

const FAULTS = [{ mode: 'drop' }, { mode: 'status', status: 500 }, { mode: 'html' }]

/** Counts the messages of one kind that the counterparty received. */
async function received(counterparty: Counterparty, kind: string) {
  const entries = (await counterparty.log()).filter((entry) => entry.direction === 'RECEIVED' && entry.kind === kind)
  return {
    count: entries.length,
    messages: new Set(entries.map(({ headers, body }) => `${headers['request-identifier']} ${body}`)).size,
    inquiries: new Set(entries.map(({ inquiryId }) => inquiryId)).size,
  }
}

describe('a message whose response is lost', () => {
  it.concurrent.each(FAULTS)(
    'an inquiry whose response is lost is repeated unchanged, and takes effect once (fault: $mode)',
    async (fault) => {
      await using counterparty = await startCounterparty()
      await trustVaspAt(api, counterparty.url)
      await counterparty.fail({ inquiry: { ...fault, times: 1, stage: 'after' } })
      const { id, requestIdentifier } = await inquire(api, (await counterparty.addresses()).approve)
      const retrying = await watch.until(id, ({ delivery }) => delivery.state === 'RETRYING')
      expect(retrying).toMatchObject({
        status: 'PENDING',
        delivery: { attempts: 1, lastProblem: expect.stringMatching(/./) },
      })
      const { address } = await watch.until(id, ({ status }) => status === 'APPROVED')
      expect((await counterparty.inquiry(requestIdentifier)).approved?.address).toBe(address)
      expect(await received(counterparty, 'inquiry')).toEqual({ count: 2, messages: 1, inquiries: 1 })
    },
  )

  it.concurrent.each(FAULTS)(
    'a confirmation whose response is lost is repeated unchanged, and takes effect once (fault: $mode)',
    async (fault) => {
      await using counterparty = await startCounterparty()
      await trustVaspAt(api, counterparty.url)
      const { id, requestIdentifier } = await inquire(api, (await counterparty.addresses()).approve)
      await watch.until(id, ({ status }) => status === 'APPROVED')
      await counterparty.fail({ confirmation: { ...fault, times: 1, stage: 'after' } })
      const txHash = freshTxHash()
      await confirmTx(api, id, txHash)
      const retrying = await watch.until(
        id,
        ({ delivery }) => delivery.kind === 'CONFIRMATION' && delivery.state === 'RETRYING',
      )
      expect(retrying).toMatchObject({ status: 'CONFIRMED', txHash })
      await watch.until(id, delivered('CONFIRMATION'))
      expect(await counterparty.inquiry(requestIdentifier)).toMatchObject({ status: 'CONFIRMED', txid: txHash })
      expect(await received(counterparty, 'confirmation')).toEqual({ count: 2, messages: 1, inquiries: 1 })
    },
  )
})
