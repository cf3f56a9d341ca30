import { markdownTable } from '../markdown-table.ts'

/** CPU times are per request. */
export interface Measured {
  readonly requestsPerSecond: number
  /** CPU time of all processes of the gateway. */
  readonly cpuMs: number
  /** CPU time of the busiest serving process. */
  readonly busiestMs: number
  /** CPU time of the primary process; 0 without one. */
  readonly primaryMs: number
}

/** A gateway with one process, one with two, and two gateways with one process each at the same time. */
export interface CaseResult {
  readonly name: string
  readonly one: Measured
  readonly two: Measured
  readonly apart: Measured
}

/**
 * How many times the requests of one process on one core could be handled by two processes on two cores, until both
 * cores or the busier process are saturated.
 */
function scaleOf(one: Measured, { cpuMs, busiestMs }: Measured): number {
  return Math.min((2 * one.cpuMs) / cpuMs, one.cpuMs / busiestMs)
}

export function rowsOf({ name, one, two, apart }: CaseResult): readonly (readonly string[])[] {
  const row = (processes: string, measured: Measured) => {
    const { requestsPerSecond, cpuMs, busiestMs, primaryMs } = measured
    const ratios = measured === one ? ['', ''] : [requestsPerSecond / one.requestsPerSecond, scaleOf(one, measured)]
    return [
      name,
      processes,
      requestsPerSecond.toFixed(0),
      cpuMs.toFixed(3),
      ((busiestMs / (cpuMs - primaryMs)) * 100).toFixed(0),
      (primaryMs * 1_000).toFixed(1),
      ...ratios.map((ratio) => (typeof ratio === 'number' ? ratio.toFixed(2) : ratio)),
    ]
  }
  return [row('1', one), row('2', two), row('2 gateways', apart)]
}

export function tableOf(results: readonly CaseResult[], clients: number): string {
  return [
    markdownTable(
      'case | processes | req/s | CPU ms/request | share of the busier, % | primary process, µs/request | × one here | × one on two free cores',
      results.flatMap(rowsOf),
    ),
    '',
    'CPU time is that of all processes of the gateway, which have 32 connections each. *× one here* compares throughput while the load generator and the subgraphs need the same two',
    'cores: one process leaves them a core, two do not. *× one on two free cores* is computed from CPU time: the requests for which two cores have the',
    'time, or the busier process if that is less, compared with one process on one core. *2 gateways* of one process each, at the same time, show what the',
    'machine itself costs. In all cases but `clients`, one client sends all requests; there,',
    `${clients} clients send one in turn, so that many requests ask the primary process for tokens of the rate of their client.`,
  ].join('\n')
}
