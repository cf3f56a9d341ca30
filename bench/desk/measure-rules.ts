import { openDatabase } from '@travel-rule/database/database'
import { migrations } from '@travel-rule/trpd-subgraph/foundation/store/migrations'
import type { BenchTrpd } from '../trpd/bench-trpd.ts'

/** Maximum number of transactions that a dry run examines. */
export const EXAMINED = 100_000
const RUNS = 5
const RULES = 20

const QUERY = `query($rules: [RuleInput!]!) { trpd { dryRunRules(rules: $rules) {
  examined otherwise outcomes { count } differences { rule decision }
} } }`

/** Stores the check verdicts of the newest transactions, as many as a dry run reads. */
export async function loadVerdicts({ databaseUrl }: BenchTrpd): Promise<void> {
  const options = { url: databaseUrl, migrations, applicationName: 'bench', statementTimeoutMs: 3_600_000 }
  await using database = await openDatabase(options)
  await database.pool.query(
    `insert into check_runs (transfer_id, cause, results, evidence_sealed)
    select id, 'INQUIRY', (
      select jsonb_agg(jsonb_build_object('check', name, 'version', 1, 'at', created_at,
        'verdict', (array['PASS', 'PASS', 'PASS', 'WARN', 'UNKNOWN', 'FAIL'])[1 + abs(hashtext(id::text || name)) % 6],
        'reason', repeat('Nothing is wrong. ', 4)))
      from unnest(array['IVMS101_COMPLETENESS', 'MEANINGFUL_NAMES', 'BENEFICIARY_MATCH', 'ADDRESS_OF_ASSET', 'DUPLICATE',
        'USUAL_AMOUNT', 'VASP_DUE_DILIGENCE', 'SCREENING']) as name), '\\x00'
    from (select id, created_at from transfers order by created_at desc, sequence desc limit $1) as newest`,
    [EXAMINED],
  )
  await database.pool.query('vacuum (analyze) check_runs')
}

/** Durations of dry runs of 20 rules, each with several conditions and few matches. */
export async function measureDryRun(node: BenchTrpd): Promise<readonly number[]> {
  const rules = Array.from({ length: RULES }, (_, index) => ({
    name: `rule ${index}`,
    action: 'HOLD',
    internalReason: 'measured',
    when: {
      checks: [{ check: 'BENEFICIARY_MATCH', verdicts: ['WARN', 'FAIL'] }, { verdicts: ['WARN', 'UNKNOWN', 'FAIL'] }],
      amounts: [
        { operator: 'GT', value: String(index + 1), asset: 'btc' },
        { operator: 'LTE', value: `${index + 1}.01`, asset: 'btc' },
      ],
    },
  }))
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now()
    const { trpd } = await node.query<{ trpd: { dryRunRules: { examined: number } } }>(QUERY, { rules })
    times.push(performance.now() - began)
    const { examined } = trpd.dryRunRules
    if (examined !== EXAMINED) throw new Error(`a dry run examined ${examined} transactions`)
  }
  return times.toSorted((a, b) => a - b)
}
