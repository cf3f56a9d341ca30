/** CPU times are per request. */
export interface Measured {
  readonly requestsPerSecond: number
  /** Of all processes of the gateway. */
  readonly cpuMs: number
  /** Of the process that serves most. */
  readonly busiestMs: number
  /** Of the primary process; 0 when there is none. */
  readonly primaryMs: number
}

/** With one process and with two. */
export interface CaseResult {
  readonly name: string
  readonly one: Measured
  readonly two: Measured
}

/**
 * How many times the requests of one process on one core two processes have time for on two cores:
 * both cores are used up, or the busier process is.
 */
export function scaleOf({ one, two }: CaseResult): number {
  return Math.min((2 * one.cpuMs) / two.cpuMs, one.cpuMs / two.busiestMs)
}

export function rowsOf(result: CaseResult): readonly string[] {
  const { name, one, two } = result
  const busier = (two.busiestMs / (two.cpuMs - two.primaryMs)) * 100
  const measured = two.requestsPerSecond / one.requestsPerSecond
  return [
    [name, 1, one.requestsPerSecond.toFixed(0), one.cpuMs.toFixed(3), '', '', '', ''],
    [
      name,
      2,
      two.requestsPerSecond.toFixed(0),
      two.cpuMs.toFixed(3),
      busier.toFixed(0),
      (two.primaryMs * 1_000).toFixed(1),
      measured.toFixed(2),
      scaleOf(result).toFixed(2),
    ],
  ].map((cells) => `| ${cells.join(' | ')} |`)
}

export function tableOf(results: readonly CaseResult[], clients: number): string {
  return [
    '| case | processes | req/s | CPU ms/request | share of the busier, % | primary process, µs/request | × one here | × one on two free cores |',
    '|---|---|---|---|---|---|---|---|',
    ...results.flatMap(rowsOf),
    '',
    'CPU time is that of all processes of the gateway, which have 32 connections each. *× one here* compares throughput while the load generator and the subgraphs need the same two',
    'cores: one process leaves them a core, two do not. *× one on two free cores* is computed from CPU time: the requests for which two cores have the',
    'time, or the busier process if that is less, compared with one process on one core. In all cases but `clients`, one client sends all requests; there,',
    `${clients} clients send one in turn, so that most requests ask the primary process for tokens of the rate of their client.`,
  ].join('\n')
}
