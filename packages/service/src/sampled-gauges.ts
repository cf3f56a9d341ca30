import { Counter, Gauge } from 'prom-client'
import { type Metrics, sharedMetric } from './metrics.ts'

/** A value of one of the group's gauges. */
export interface Sample<Name extends string> {
  readonly gauge: Name
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

export interface SampledGauges<Name extends string> {
  /** Names the group in `metrics_sample_failures_total`. */
  readonly group: string
  readonly gauges: Readonly<Record<Name, { readonly help: string; readonly labelNames?: readonly string[] }>>
  /** Reads the values of all gauges of the group. */
  read(): Promise<readonly Sample<Name>[]>
  /** How long a request for metrics waits for `read`; 2 s by default. */
  readonly timeoutMs?: number
  /** Period in which requests for metrics share one `read`; 1 s by default. */
  readonly sharedMs?: number
}

const TIMEOUT_MS = 2_000
const SHARED_MS = 1_000

/**
 * Gauges whose values are read from elsewhere, such as the database, when metrics are requested.
 *
 * A `read` that fails or takes too long is counted, and leaves the gauges of its group without values, so that other
 * metrics are served while the database does not respond. Only one `read` runs at a time.
 */
export function addSampledGauges<Name extends string>({ registry }: Metrics, options: SampledGauges<Name>): void {
  const { group, timeoutMs = TIMEOUT_MS, sharedMs = SHARED_MS } = options
  const failures = sharedMetric(registry, FAILURES.name, () => new Counter({ ...FAILURES, registers: [registry] }))
  failures.inc({ group }, 0)
  let reading: Promise<void> | undefined
  let sampled: Promise<void> | undefined
  let sampledAtMs = Number.NEGATIVE_INFINITY
  const gauges = new Map<Name, { readonly gauge: Gauge; readonly isLabelled: boolean }>()

  async function read(): Promise<void> {
    const samples = await options.read()
    clear()
    for (const { gauge, labels = {}, value } of samples) gauges.get(gauge)?.gauge.set({ ...labels }, value)
  }

  async function sample(): Promise<void> {
    reading ??= read().finally(() => {
      reading = undefined
    })
    try {
      await withinLimit(reading, timeoutMs)
    } catch {
      failures.inc({ group })
      clear()
    }
  }

  function clear(): void {
    for (const { gauge, isLabelled } of gauges.values()) {
      if (isLabelled) gauge.reset()
      else gauge.remove()
    }
  }

  for (const [name, { help, labelNames = [] }] of Object.entries<SampledGauges<Name>['gauges'][Name]>(options.gauges)) {
    const collect = (): Promise<void> => {
      if (sampled === undefined || performance.now() - sampledAtMs >= sharedMs) {
        sampledAtMs = performance.now()
        sampled = sample()
      }
      return sampled
    }
    const gauge = new Gauge({ name, help, labelNames, registers: [registry], collect })
    gauges.set(name as Name, { gauge, isLabelled: labelNames.length > 0 })
  }
}

const FAILURES = {
  name: 'metrics_sample_failures_total',
  help: 'Failed or late reads of a group of metrics, which then has no values',
  labelNames: ['group'],
} as const

async function withinLimit(promise: Promise<void>, timeoutMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no values within ${timeoutMs} ms`)), timeoutMs)
  try {
    await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
