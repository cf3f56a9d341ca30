import pg from 'pg'
import { expect, it } from 'vitest'
import { openTestNode } from '../../testing/open-test-node.ts'
import { requestProof } from '../../testing/proof-operations.ts'

const QUERY = `{ aopd { retention { jurisdiction unusedProofYears unusedProofSource transactionProofYears
  transactionProofSource erases dueCount due keptCount heldCount } } }`

it('the retention plan of proofs states what the law requires and whether erasure is automatic', async () => {
  await using node = await openTestNode({ AOPD_JURISDICTION: 'CH' })
  await requestProof(node, { asset: 'BTC' })
  expect((await node.query(QUERY)).data).toEqual({
    aopd: {
      retention: {
        jurisdiction: 'CH',
        unusedProofYears: 10,
        unusedProofSource: expect.stringContaining('AMLA article 7(3)'),
        transactionProofYears: null,
        transactionProofSource: null,
        erases: false,
        dueCount: 0,
        due: [],
        keptCount: 0,
        heldCount: 0,
      },
    },
  })
})

it("the maintenance job erases proofs by the operator's periods if erasure is switched on", async () => {
  const years = { value: 7, source: 'our counsel', checked: 'OPERATOR' }
  const own = [{ code: 'EU', unusedProofYears: years, transactionProofYears: years }]
  await using node = await openTestNode({
    AOPD_JURISDICTION: 'EU',
    AOPD_RETENTION_PERIODS: JSON.stringify(own),
    AOPD_RETENTION_ERASES: 'true',
  })
  const client = new pg.Client({ connectionString: node.databaseUrl })
  await client.connect()
  const [due, recent] = [await canceled(8), await canceled(6)]
  await client.end()
  const status = (id: string) => node.query(`{ aopd { proof(id: "${id}") { personalData } } }`).then(({ data }) => data)
  const erased = { aopd: { proof: { personalData: 'ERASED' } } }
  await expect.poll(() => status(due), { interval: 500 }).toEqual(erased)
  expect(await status(recent)).toEqual({ aopd: { proof: { personalData: 'HELD' } } })

  /** The id of a proof for a transaction that was canceled the given number of years ago. */
  async function canceled(yearsAgo: number): Promise<string> {
    const { id } = await requestProof(node, { asset: 'BTC', transactionId: 'tx-1' })
    await node.query(`mutation { aopd { cancelProof(id: "${id}") { id } } }`)
    await client.query('update proof set updated_at = updated_at - make_interval(years => $1) where id = $2', [
      yearsAgo,
      id,
    ])
    return id
  }
}, 240_000)

it('aopd does not start for a jurisdiction without retention periods', async () => {
  await expect(openTestNode({ AOPD_JURISDICTION: 'XX' })).rejects.toThrow(/^AOPD_JURISDICTION: must be one of .*EU/)
})
