import { expect, it } from 'vitest'
import { curlGraphql } from '../harness/curl.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { follow, signIn } from '../harness/signed-in.ts'

const node = await sharedNode()
const ME = { query: '{ autod { me { name roles } } }' }

it('a sign-out at the identity provider closes the WebSockets of the session and refuses its token', async () => {
  const mine = await signIn(node)
  const other = await signIn(node)
  const live = follow(node, mine.token)
  await live.connected
  for (const { token } of [mine, other]) {
    const { json } = await curlGraphql(node, { token, body: ME })
    expect(json).toMatchObject({ data: { autod: { me: { roles: expect.arrayContaining(['observer']) } } } })
  }

  await mine.signOut()
  expect(await live.failed).toMatchObject([{ extensions: { code: 'TOKEN_REVOKED' } }])
  expect(await live.closed).toMatchObject({ code: 4403, reason: 'Token revoked' })
  const refused = await curlGraphql(node, { token: mine.token, body: ME })
  expect([refused.status, refused.json]).toMatchObject([401, { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }])

  expect((await curlGraphql(node, { token: other.token, body: ME })).status).toBe(200)
})
