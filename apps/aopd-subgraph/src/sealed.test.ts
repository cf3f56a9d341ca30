import { captureLog } from '@travel-rule/service/testing/capture-log'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openCustomerWallet } from './testing/customer-wallet.ts'
import { openTestNode } from './testing/open-test-node.ts'
import { REQUEST, requestProof, SUBMIT } from './testing/proof-operations.ts'

it('neither the database nor the log contains addresses, signatures, challenges or texts of proofs in plain text', async () => {
  const log = captureLog()
  await using node = await openTestNode({}, log.logger)
  const wallet = openCustomerWallet()
  const stranger = openCustomerWallet()
  const reference = 'Trillian McMillan 4711'
  const proof = await requestProof(node, { asset: 'ETH', address: wallet.addresses.evm, customerReference: reference })
  const signatures = [stranger.signEip191(proof.challenge), wallet.signEip191(proof.challenge)]
  for (const signature of signatures) {
    const submitted = { id: proof.id, address: wallet.addresses.evm, signature }
    expect((await node.query(SUBMIT, submitted)).errors).toEqual([])
  }
  const revoked = `mutation { aopd { revokeProof(id: "${proof.id}", reason: "Trillian has lost it") { status } } }`
  expect((await node.query(revoked)).errors).toEqual([])
  const other = await requestProof(node, { asset: 'BTC', customerReference: reference })
  const token = new URL(other.portalUrl).pathname.split('/').at(-1) ?? ''
  const form = new URLSearchParams({ address: 'bc1qnotanaddress', signature: 'notasignature' })
  expect((await fetch(`${node.aoppUrl}/p/${token}`, { method: 'POST', body: form })).status).toBe(422)
  expect(
    (await node.query(REQUEST, { input: { asset: 'ETH', address: `${wallet.addresses.evm}0` } })).errors,
  ).toHaveLength(1)

  const secrets = [
    ...[wallet.addresses.evm, stranger.addresses.evm, ...signatures].map((hex) => hex.slice(2).toLowerCase()),
    ...[
      proof.challenge,
      'i confirm to',
      'trillian',
      'mcmillan',
      token,
      'notanaddress',
      'notasignature',
      'signature is by',
    ],
  ].map((text) => text.toLowerCase())
  const stored = (await dump(node.databaseUrl)).toLowerCase()
  for (const secret of secrets) expect(stored).not.toContain(secret)
  expect(stored).toContain(proof.id)
  expect(log.text()).toContain('"level"')
  for (const secret of secrets) expect(log.text().toLowerCase()).not.toContain(secret)
})

/** All rows of all tables, including the job queue. */
async function dump(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')`,
    )
    const rows: object[] = []
    for (const { name } of tables.rows) rows.push(...(await client.query(`select * from ${name}`)).rows)
    return rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
      .join('\n')
  } finally {
    await client.end()
  }
}
