import type { HttpResponse } from './http-server.ts'

const HUGE_BYTES = 10 * 1024 * 1024

/** A requested misbehaviour of this VASP, with which other VASPs can test their error handling. */
export interface Fault {
  readonly mode: (typeof faultModes)[number]
  /** Response status for the mode `status`. */
  readonly status: number
  /** Number of messages to which the fault still applies. */
  times: number
  /** Delay for the mode `slow`. */
  readonly delayMs: number
  /** `before` the message is read, or `after` it has taken effect. */
  readonly stage: 'before' | 'after'
}

export const faultModes = ['status', 'html', 'nonsense', 'huge', 'slow', 'drop'] as const
const kinds = ['inquiry', 'resolution', 'confirmation'] as const
type Kind = (typeof kinds)[number]

export interface Faults {
  /** Replaces faults by kind; `null` removes one. Returns the problem if the request is invalid. */
  set(request: Readonly<Record<string, unknown>>): string | undefined
  /** Takes the fault for the next message of this kind. */
  next(kind: Kind): Fault | undefined
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
    next(kind) {
      const fault = faults[kind]
      if (fault === undefined) return undefined
      fault.times -= 1
      if (fault.times <= 0) delete faults[kind]
      return fault
    },
    list: () => structuredClone(faults),
  }
}

/** The response that replaces the correct one. */
export function faultResponse(fault: Fault, correct: HttpResponse | undefined): HttpResponse | undefined {
  const headers = correct?.headers ?? {}
  switch (fault.mode) {
    case 'status':
      return { status: fault.status, headers: { ...headers, 'content-type': 'text/plain' }, body: 'out of order' }
    case 'html':
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'text/html' },
        body: '<!doctype html><title>Welcome</title><h1>It works!</h1>',
      }
    case 'nonsense':
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"approved":{"address":17},"rejected":["yes","no"],',
      }
    case 'huge':
      return {
        status: 200,
        headers: { ...headers, 'content-type': 'application/json' },
        body: `{"version":"3.2.1","filler":"${'x'.repeat(HUGE_BYTES)}"}`,
      }
    case 'drop':
      return { status: 0, isDropped: true }
    case 'slow':
      return correct
  }
}

function readFault(value: unknown): Fault | string {
  if (typeof value !== 'object' || value === null) return 'an object or null is required'
  const {
    mode: modeName,
    status = 500,
    times = 1,
    delayMs = 30_000,
    stage = 'before',
  } = value as Record<string, unknown>
  const mode = faultModes.find((known) => known === modeName)
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
