/** How the counterparty misbehaves on purpose, so that others can test what they do about it. */
export interface Fault {
  readonly mode: (typeof faultModes)[number]
  /** Status of mode `status`. */
  readonly status: number
  /** How many messages it strikes before it is over. */
  times: number
  /** Wait of mode `slow`. */
  readonly delayMs: number
  /** `before` = the message is not even read; `after` = it takes effect, and only the answer is lost or spoiled. */
  readonly stage: 'before' | 'after'
}

export const faultModes = ['status', 'html', 'nonsense', 'huge', 'slow', 'drop'] as const
const kinds = ['inquiry', 'resolution', 'confirmation'] as const
type Kind = (typeof kinds)[number]

export interface Faults {
  /** Replaces the faults of the kinds that `request` names; `null` ends one. Answers what is wrong with the request. */
  set(request: Readonly<Record<string, unknown>>): string | undefined
  /** The fault that strikes this message, which uses it up once. */
  strike(kind: Kind): Fault | undefined
  list(): Partial<Record<Kind, Fault>>
}

export function openFaults(): Faults {
  const faults: Partial<Record<Kind, Fault>> = {}
  return {
    set(request) {
      const read = new Map<Kind, Fault | undefined>()
      for (const [name, value] of Object.entries(request)) {
        const kind = kinds.find((known) => known === name)
        if (kind === undefined) return `"${name}" is not one of ${kinds.join(', ')}`
        const fault = value === null ? undefined : readFault(value)
        if (typeof fault === 'string') return `${kind}: ${fault}`
        read.set(kind, fault)
      }
      for (const [kind, fault] of read) {
        if (fault === undefined) delete faults[kind]
        else faults[kind] = fault
      }
      return undefined
    },
    strike(kind) {
      const fault = faults[kind]
      if (fault === undefined) return undefined
      fault.times -= 1
      if (fault.times <= 0) delete faults[kind]
      return fault
    },
    list: () => structuredClone(faults),
  }
}

function readFault(value: unknown): Fault | string {
  if (typeof value !== 'object' || value === null) return 'an object or null is required'
  const {
    mode: modeText,
    status = 500,
    times = 1,
    delayMs = 30_000,
    stage = 'before',
  } = value as Record<string, unknown>
  const mode = faultModes.find((known) => known === modeText)
  if (mode === undefined) return `mode is not one of ${faultModes.join(', ')}`
  if (!isWhole(status, 200, 599)) return 'status is not a whole number from 200 to 599'
  if (!isWhole(times, 1, 1_000_000)) return 'times is not a whole number from 1 to 1000000'
  if (!isWhole(delayMs, 0, 600_000)) return 'delayMs is not a whole number from 0 to 600000'
  if (stage !== 'before' && stage !== 'after') return 'stage is neither before nor after'
  return { mode, status, times, delayMs, stage }
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}
