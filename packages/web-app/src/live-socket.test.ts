import { expect, test } from 'vitest'
import { openLiveSocket } from './live-socket.ts'
import { openTestGateway } from './testing/test-gateway.ts'

test('a token is sent to the gateway when the connection opens and once after each renewal', async () => {
  await using gateway = await openTestGateway()
  let token = 'first'
  const { client, renew } = openLiveSocket({ url: gateway.url, token: () => token })
  await renew()
  const results = client.iterate({ query: 'subscription { changed }' })
  void results.next()
  const { send } = await gateway.subscription()
  await renew()
  token = 'second'
  await renew()
  await renew()
  await expect.poll(() => gateway.tokens).toEqual(['first', 'second'])
  send({ data: { changed: 'a' } })
  await client.dispose()
})
