import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import type { TransferEventType } from '../../transfers/domain/decision.ts'
import type { Direction } from '../../transfers/domain/transfer.ts'
import { addHistograms, type ResponseHistogram } from '../domain/response-times.ts'
import { EVENT_COUNTS, RESPONSE_COUNTS, RESPONSE_TOTALS, RULE_COUNTS } from './desk-counts.ts'

/** Number of events of a kind on one day. */
export interface DayCount {
  /** In UTC, for example `2026-01-31`. */
  readonly day: string
  readonly direction: Direction
  readonly event: TransferEventType
  readonly actorType: 'USER' | 'SYSTEM' | 'COUNTERPARTY'
  readonly count: number
}

/** Counts events since a day, inclusive, in UTC. */
export async function countEvents(db: Kysely<Tables>, since: string): Promise<DayCount[]> {
  const { rows } = await sql<Omit<DayCount, 'count'> & { count: bigint }>`
    select day::text, direction, event, actor_type, sum(count)::bigint as count
    from ${EVENT_COUNTS} where day >= ${since}::date group by events.day, 2, 3, 4`.execute(db)
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Number of decisions about received inquiries, by decider. */
export interface DecisionCount {
  /** Subject of the person; `undefined` for automatic decisions. */
  readonly person: string | undefined
  readonly approved: number
  readonly declined: number
}

/** The decisions since a day, inclusive, in UTC; the most active person first. */
export async function countDecisions(db: Kysely<Tables>, since: string): Promise<DecisionCount[]> {
  const { rows } = await sql<{ person: string | null; approved: bigint; declined: bigint }>`
    select actor_id as person,
      coalesce(sum(count) filter (where event = 'transfer.approved'), 0)::bigint as approved,
      coalesce(sum(count) filter (where event = 'transfer.declined'), 0)::bigint as declined
    from ${EVENT_COUNTS}
    where day >= ${since}::date and direction = 'RECEIVED' and actor_type in ('USER', 'SYSTEM')
      and event in ('transfer.approved', 'transfer.declined')
    group by actor_id order by sum(count) desc, actor_id`.execute(db)
  return rows.map(({ person, approved, declined }) => ({
    person: person ?? undefined,
    approved: Number(approved),
    declined: Number(declined),
  }))
}

/** Number of decisions of a rule about received inquiries. */
export interface RuleDecisionCount {
  /** The name of the rule, across versions of the rules, or `LIMITS_RULE`. */
  readonly rule: string
  readonly approved: number
  readonly declined: number
}

/** The decisions of rules since a day, inclusive, in UTC, for at most `limit` rules, the most active first. */
export async function countRuleDecisions(
  db: Kysely<Tables>,
  since: string,
  limit: number,
): Promise<RuleDecisionCount[]> {
  const { rows } = await sql<{ rule: string; approved: bigint; declined: bigint }>`
    select name as rule,
      coalesce(sum(count) filter (where action = 'APPROVE'), 0)::bigint as approved,
      coalesce(sum(count) filter (where action = 'DECLINE'), 0)::bigint as declined
    from ${RULE_COUNTS} where day >= ${since}::date
    group by name order by sum(count) desc, name limit ${limit}`.execute(db)
  return rows.map(({ rule, approved, declined }) => ({
    rule,
    approved: Number(approved),
    declined: Number(declined),
  }))
}

/** Who made the decision that a response time measures: one of our people, this service, or the counterparty. */
export type Decider = 'PERSON' | 'SERVICE' | 'COUNTERPARTY'

/** The response times of a VASP, and ours to it, as histograms. */
export interface VaspResponses {
  readonly vaspId: string
  readonly histograms: Readonly<Record<Decider, ResponseHistogram>>
}

interface ResponseSearch {
  /** The first month, given as its first day in UTC. */
  readonly since: string
  /** Restricts the result to one VASP. */
  readonly vaspId?: string | undefined
  /** Maximum number of VASPs. */
  readonly limit: number
}

/** The response times of the VASPs with the most decisions, most active first. */
export async function listResponses(
  db: Kysely<Tables>,
  { since, vaspId, limit }: ResponseSearch,
): Promise<VaspResponses[]> {
  const of = vaspId === undefined ? sql`` : sql`and vasp_id = ${vaspId}::uuid`
  const { rows } = await sql<{ vaspId: string; decider: Decider; buckets: number[]; counts: number[] }>`
    with busiest as materialized (
      select vasp_id, sum(count) as decisions from ${RESPONSE_TOTALS}
      where month >= ${since}::date ${of} group by vasp_id order by 2 desc, 1 limit ${limit}
    ), deciders as (
      select vasp_id, decided_by, json_agg(bucket) as buckets, json_agg(count) as counts from ${RESPONSE_COUNTS}
      where month >= ${since}::date and vasp_id = any(array(select vasp_id from busiest)) group by 1, 2
    )
    select vasp_id, decided_by as decider, buckets, counts
    from deciders join busiest using (vasp_id) order by decisions desc, vasp_id`.execute(db)
  return [...Map.groupBy(rows, (row) => row.vaspId)].map(([id, deciders]) => {
    const histogramOf = (decider: Decider) => {
      const found = deciders.find((each) => each.decider === decider)
      return addHistograms([(found?.buckets ?? []).map((bucket, at) => ({ bucket, count: found?.counts[at] ?? 0 }))])
    }
    return {
      vaspId: id,
      histograms: {
        PERSON: histogramOf('PERSON'),
        SERVICE: histogramOf('SERVICE'),
        COUNTERPARTY: histogramOf('COUNTERPARTY'),
      },
    }
  })
}
