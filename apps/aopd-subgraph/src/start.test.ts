import pg from 'pg'
import { expect, test } from 'vitest'
import { openCustomerWallet } from './testing/customer-wallet.ts'
import { ALL_SCOPES, openTestNode } from './testing/open-test-node.ts'
import { requestProof } from './testing/proof-operations.ts'

/** Number of pooled connections shared by the operations of clients. */
const CLIENT_CONNECTIONS = 4

test('a wallet gets its verdict while operations of clients hold all connections available to them', async () => {
  await using node = await openTestNode()
  const wallet = openCustomerWallet()
  const [locked, open] = [await requestProof(node, { asset: 'BTC' }), await requestProof(node, { asset: 'BTC' })]
  const pool = new pg.Pool({ connectionString: node.databaseUrl })
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from proof where id = $1 for update', [locked.id])
    const cancel = `mutation { aopd { cancelProof(id: "${locked.id}") { id } } }`
    const blocked = ['a', 'b'].flatMap((subject) =>
      Array.from({ length: 8 }, () => node.query(cancel, {}, ALL_SCOPES, subject)),
    )
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(CLIENT_CONNECTIONS)
    const signature = wallet.signBitcoinMessage(open.challenge)
    const response = await fetch(`${node.aoppUrl}${new URL(open.portalUrl).pathname.replace('/p/', '/proofs/')}`, {
      method: 'POST',
      body: JSON.stringify({ version: 0, address: wallet.addresses.p2wpkh, signature }),
    })
    expect(response.status).toBe(204)
    await holder.query('rollback')
    await Promise.all(blocked)
  } finally {
    holder.release(true)
    await pool.end()
  }
})
