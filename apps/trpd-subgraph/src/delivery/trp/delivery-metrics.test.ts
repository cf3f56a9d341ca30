import { expect, it } from 'vitest'
import { encodeTravelAddress } from '../../address-book/domain/travel-address.ts'
import { inquire, transactions, trust } from '../../testing/operations.ts'
import { openTestNode, QUICK_DELIVERY, until } from '../../testing/test-node.ts'

it('a transfer whose counterparty is away is counted as retrying, then as failed', async () => {
  await using node = await openTestNode('Alice VASP', { delivery: { ...QUICK_DELIVERY, tries: 2 } })
  const nobody = 'localhost:1'
  await trust(node, `http://${nobody}`)
  await inquire(node, encodeTravelAddress(`${nobody}/x/1?t=i`))
  await until(
    () => transactions(node),
    ([sent]) => sent.delivery.state === 'FAILED',
  )
  const read = async () => (await fetch(new URL('/metrics', node.graphqlUrl))).text()
  expect(await read()).toContain('delivery_attempts_total{kind="INQUIRY",outcome="RETRY",service="trpd"} 2')
  // A sample has no value when the database is too busy to respond in time.
  await expect.poll(read).toContain('transfers_undelivered{state="FAILED",service="trpd"} 1')
  await expect.poll(read).toContain('transfers_undelivered{state="RETRYING",service="trpd"} 0')
})
