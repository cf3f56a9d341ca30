import { markdownTable } from '../markdown-table.ts'
import type { Case, Entrant } from './cases.ts'
import type { Measured } from './measure-case.ts'

/** The measurements of our gateway for a case and a protocol, and those of the plain server if it was measured. */
export interface CaseReport extends Measured {
  readonly name: string
  readonly clients: number
  readonly protocol: Entrant['protocol']
  readonly operation: Case['operation']
  /** Ratio of deliveries per second of CPU time to the plain server's; above 1 is better. */
  readonly ratioToPlain: number | null
  /**
   * For a case whose events are joined with an entity: our CPU time per joined event.
   */
  readonly cpuMicrosPerFederatedEvent: number | null
  readonly plain: Measured | null
}

export function reportCase(its: Case, results: readonly (readonly [Entrant, Measured])[]): readonly CaseReport[] {
  const { name, clients, operation } = its
  return results
    .filter(([{ contender }]) => contender === 'ours')
    .map(([{ protocol }, ours]) => {
      const plain =
        results.find(([entrant]) => entrant.contender === 'plain' && entrant.protocol === protocol)?.[1] ?? null
      const ratioToPlain = plain === null ? null : plain.cpuMicrosPerDelivery / ours.cpuMicrosPerDelivery
      // With distinct variables, every client has its own events.
      const perEvent = operation === 'shared' ? ours.cpuMicrosPerEvent : ours.cpuMicrosPerDelivery
      const cpuMicrosPerFederatedEvent = name.startsWith('federated') ? perEvent : null
      return { name, clients, protocol, operation, ...ours, ratioToPlain, cpuMicrosPerFederatedEvent, plain }
    })
}

/** One line for the terminal. */
export function lineOf(name: string, { contender, protocol }: Entrant, measured: Measured): string {
  return [
    name.padEnd(18),
    contender.padEnd(5),
    protocol.padEnd(20),
    `${fixed(measured.connectionsPerSecond, 0).padStart(6)} connections/s`,
    `${measured.deliveriesPerSecond.toFixed(0).padStart(7)} deliveries/s`,
    `${measured.cpuMicrosPerDelivery.toFixed(1)} µs CPU`,
    `${fixed(measured.rssKbPerConnection, 1)} KB`,
    `p50 ${measured.p50Ms.toFixed(2)} ms`,
    `p99 ${measured.p99Ms.toFixed(2)} ms`,
    `${percent(measured.coreShare)} % of a core, others ${percent(measured.helpersShare)} %`,
  ].join('  ')
}

export function tableOf(reports: readonly CaseReport[]): string {
  const rows = reports.flatMap((report) => [
    row(report, 'ours', report),
    ...(report.plain === null ? [] : [row(report, 'plain', report.plain)]),
  ])
  const joined = reports
    .filter(({ cpuMicrosPerFederatedEvent }) => cpuMicrosPerFederatedEvent !== null)
    .map(({ name, cpuMicrosPerFederatedEvent }) => `${cpuMicrosPerFederatedEvent?.toFixed(0)} µs (${name})`)
  return [
    markdownTable(
      'case | protocol | server | connections/s | deliveries/s | CPU µs/delivery | KB/connection | p50 ms | p99 ms | % of the core | % of the other core | × plain by CPU',
      rows,
    ),
    '',
    `Our CPU time per federated event: ${joined.join(', ')}.`,
    '',
    'Each delivery is a result that a client has received: `shared`, all clients with the same operation; `distinct`, each with its own variables.',
    'Ours is the gateway before a subgraph; plain is graphql-ws over ws which executes each event for each client, has the events in its own',
    'process and checks no token. It does not speak the legacy protocol. Events follow each other as fast as deliveries keep up (in `latency`',
    'at 100 and 1000 a second, to 100 clients); latency counts from the cause of an event until a client has it, queues of the server included.',
    "The core of the server is its own; the load process and the subgraphs share the other one. Where that one is full and the server's is",
    'not, they set the pace: read the ratios by CPU there.',
  ].join('\n')
}

function row({ name, protocol, ratioToPlain }: CaseReport, server: string, measured: Measured): readonly string[] {
  const ratio = fixed(ratioToPlain, 2)
  const numbers = [
    fixed(measured.connectionsPerSecond, 0),
    measured.deliveriesPerSecond.toFixed(0),
    measured.cpuMicrosPerDelivery.toFixed(1),
    fixed(measured.rssKbPerConnection, 1),
    measured.p50Ms.toFixed(2),
    measured.p99Ms.toFixed(2),
    percent(measured.coreShare),
    percent(measured.helpersShare),
  ]
  return [name, protocol, server, ...numbers, server === 'ours' ? ratio : '']
}

function percent(share: number): string {
  return (share * 100).toFixed(0)
}

function fixed(value: number | null, digits: number): string {
  return value === null ? '–' : value.toFixed(digits)
}
