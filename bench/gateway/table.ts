import { markdownTable } from '../markdown-table.ts'
import type { Contender } from './contenders.ts'
import type { Measured } from './measure-case.ts'

/**
 * A case with our numbers at the top level, and their ratios to other contenders. A ratio above 1
 * is better for us.
 */
export interface CaseReport extends Measured {
  readonly name: string
  /** Ratio of throughputs. */
  readonly ratioToStock: number | null
  readonly ratioToProxy: number | null
  /** Ratio of CPU times per request. */
  readonly cpuRatioToStock: number | null
  readonly cpuRatioToProxy: number | null
  readonly contenders: Readonly<Partial<Record<Contender, Measured>>>
}

export function reportCase(name: string, contenders: Partial<Record<Contender, Measured>>): CaseReport {
  const { ours, stock, proxy } = contenders
  if (ours === undefined) throw new Error('our gateway was not measured')
  const throughput = (other: Measured | undefined) =>
    other === undefined ? null : ours.requestsPerSecond / other.requestsPerSecond
  const cpu = (other: Measured | undefined) =>
    other === undefined ? null : other.cpuMsPerRequest / ours.cpuMsPerRequest
  return {
    name,
    ratioToStock: throughput(stock),
    ratioToProxy: throughput(proxy),
    cpuRatioToStock: cpu(stock),
    cpuRatioToProxy: cpu(proxy),
    ...ours,
    contenders,
  }
}

/** One line for the terminal. */
export function lineOf(name: string, contender: Contender, measured: Measured): string {
  const { requestsPerSecond, p50Ms, p99Ms, cpuMsPerRequest, coreShare, rssMb } = measured
  return [
    name.padEnd(14),
    contender.padEnd(8),
    `${requestsPerSecond.toFixed(0).padStart(7)} req/s`,
    `p50 ${p50Ms.toFixed(2)} ms`,
    `p99 ${p99Ms.toFixed(2)} ms`,
    `${cpuMsPerRequest.toFixed(3)} ms CPU`,
    `${(coreShare * 100).toFixed(0)} % of a core`,
    `${rssMb.toFixed(0)} MB`,
    `path ${measured.pathCpuMsPerRequest.toFixed(3)} ms CPU`,
    `${measured.systemCallsPerRequest.toFixed(1)} reads and writes`,
    `${(measured.allocatedBytesPerRequest / 1_000).toFixed(1)} kB allocated`,
  ].join('  ')
}

export function tableOf(cases: readonly CaseReport[]): string {
  const ratio = (value: number | null) => (value === null ? '–' : value.toFixed(2))
  const rows = cases.flatMap((report) =>
    Object.entries(report.contenders).map(([contender, m]) => {
      const ratios =
        contender === 'ours'
          ? [report.ratioToStock, report.ratioToProxy, report.cpuRatioToStock, report.cpuRatioToProxy].map(ratio)
          : ['', '', '', '']
      const numbers = [
        m.requestsPerSecond.toFixed(0),
        m.p50Ms.toFixed(2),
        m.p99Ms.toFixed(2),
        m.cpuMsPerRequest.toFixed(3),
        (m.coreShare * 100).toFixed(0),
        m.rssMb.toFixed(0),
        m.pathCpuMsPerRequest.toFixed(3),
        m.systemCallsPerRequest.toFixed(1),
        (m.copiedBytesPerRequest / 1_000).toFixed(1),
        (m.allocatedBytesPerRequest / 1_000).toFixed(1),
      ]
      return [report.name, contender, ...numbers, ...ratios]
    }),
  )
  return [
    markdownTable(
      'case | gateway | req/s | p50 ms | p99 ms | CPU ms/request | % of the core | RSS MB | path CPU ms | reads and writes | kB copied | kB allocated | × stock | × proxy | × stock by CPU | × proxy by CPU',
      rows,
    ),
    '',
    'Each contender runs alone on one core, alternating with the others of its case. Where it used less than about 95 % of that core, other',
    'processes or the load generator and the subgraphs (on the other core) were the bottleneck: compare the ratios by CPU there. RSS is the peak',
    'after any round. Only our gateway verifies the token and signs an assertion in every case; in `invalid-token`, where each token is new, stock',
    'verifies it too. Only our gateway runs with the Node arguments and the environment of its image (docs/decisions/0013-arguments-of-node-for-the-gateway.md).',
    '`checked` is our gateway with `GATEWAY_PASS_THROUGH=checked`, where `ours` trusts the subgraphs with what passes through.',
    'Per request: *path CPU* is that of the gateway and the subgraphs together; *reads and writes* are the system calls that move bytes (not the',
    'waits for them), and *copied* what they moved; *allocated* are the JavaScript objects, in a run of its own.',
    '`large` is a page of 50 transfers with many short fields; `large-texts` has as many bytes in few long strings. `join` needs three',
    'requests to subgraphs, `join-wide` eight; `mixed` is what a dashboard asks for in a morning: ten operations of the other cases in turns.',
  ].join('\n')
}
