import type { CheckName, CheckVerdict } from '../checks/check.ts'
import type { ListName } from '../screening/list-entry.ts'
import type { DeliveryKind, Direction, Hold, TransferChannel, TransferStatus } from '../transfer.ts'
import { type Act, type ReleasePolicy, stopsOf } from './release-policy.ts'

/** The latest result of a check. */
export interface Finding {
  readonly verdict: CheckVerdict
  /** Names what was found: another run that finds the same has the same. Absent for a PASS. */
  readonly id?: string
  /** Whether the check ran on the data and the lists as they are now. */
  readonly isCurrent: boolean
}

/** What is stored about a transfer at one moment. */
export interface ReleaseFacts {
  readonly direction: Direction
  readonly channel: TransferChannel
  readonly status: TransferStatus
  readonly holds: readonly Hold[]
  /** The message that is not delivered yet. */
  readonly unsent?: DeliveryKind
  readonly isOnHold: boolean
  /** By check; a check that does not apply has none. */
  readonly findings: ReadonlyMap<CheckName, Finding>
  /** Whether the checks ran on the data as it is now, so that one without a finding does not apply. */
  readonly isChecked: boolean
  /** The required lists that cannot be relied on. */
  readonly lists: readonly { readonly name: ListName; readonly state: 'MISSING' | 'OUTDATED' }[]
  /** How many persons have accepted a finding, by its id. */
  readonly accepted: ReadonlyMap<string, number>
  /** How many have to: two above the limit of the four eyes. */
  readonly personsNeeded: number
}

/** Why something may not be done. Never renamed. */
export type ObstacleCode =
  | 'TRANSACTION_WRONG_DIRECTION'
  | 'TRANSACTION_WRONG_STATUS'
  | 'VASP_NOT_TRUSTED'
  | 'AMOUNT_UNIT_UNKNOWN'
  | 'CASE_ON_HOLD'
  | 'CHECK_NOT_RUN'
  | 'FINDING_OPEN'
  | 'FINDING_NEEDS_SECOND_PERSON'
  | 'SCREENING_LIST_MISSING'
  | 'SCREENING_LIST_OUTDATED'

/** What would remove an obstacle. */
export type Remedy =
  | 'NONE'
  | 'WAIT'
  | 'ACCEPT_FINDING'
  | 'RELEASE_CASE'
  | 'LOAD_LISTS'
  | 'TRUST_VASP'
  | 'SET_WIRE_PROFILE'

export interface Obstacle {
  readonly code: ObstacleCode
  readonly remedy: Remedy
  readonly check?: CheckName
  readonly verdict?: CheckVerdict
  /** The finding that a person can accept. */
  readonly finding?: string
  readonly list?: ListName
}

export type Permission = 'MAY' | readonly [Obstacle, ...Obstacle[]]

/**
 * Whether `act` may be done to a transfer, or everything that stops it.
 *
 * A finding that stops it counts until a later run of the check finds something else, or until enough
 * persons have accepted this one finding. A check of which `UNKNOWN` stops it must have run on the data
 * and the lists as they are now.
 */
export function mayDo(act: Act, facts: ReleaseFacts, policy: ReleasePolicy): Permission {
  const [first, ...others] = [...stateObstacles(act, facts), ...findingObstacles(act, facts, policy)]
  return first === undefined ? 'MAY' : [first, ...others]
}

/** What stops `act` in any status of the transfer. */
export function findingObstacles(act: Act, facts: ReleaseFacts, policy: ReleasePolicy): Obstacle[] {
  const stops = stopsOf(policy, act)
  const open = [...stops].flatMap(([check, verdicts]) => obstacleOf(check, verdicts, facts) ?? [])
  const lists = stops.get('SCREENING')?.has('UNKNOWN') ? facts.lists : []
  return [
    // What has happened on the ledger is reported even about a case on hold.
    ...(facts.isOnHold && act !== 'REPORT' ? [CASE_ON_HOLD] : []),
    ...open,
    ...lists.flatMap(({ name, state }) => listObstacle(name, state, facts) ?? []),
  ]
}

const CASE_ON_HOLD: Obstacle = { code: 'CASE_ON_HOLD', remedy: 'RELEASE_CASE' }

function obstacleOf(
  check: CheckName,
  verdicts: ReadonlySet<CheckVerdict>,
  { findings, isChecked, accepted, personsNeeded }: ReleaseFacts,
): Obstacle | undefined {
  const finding = findings.get(check)
  const mustBeCurrent = verdicts.has('UNKNOWN')
  if (finding === undefined) {
    const isMissing = mustBeCurrent && (check === 'SCREENING' || !isChecked)
    return isMissing ? { code: 'CHECK_NOT_RUN', check, remedy: 'WAIT' } : undefined
  }
  const { verdict, id, isCurrent } = finding
  // A hit stays one until a later run finds nothing: a list that has changed since takes none away.
  const isOpen = verdicts.has(verdict) && verdict !== 'PASS'
  const persons = id === undefined ? 0 : (accepted.get(id) ?? 0)
  if (mustBeCurrent && !isCurrent) return { code: 'CHECK_NOT_RUN', check, verdict, remedy: 'WAIT' }
  if (isOpen && persons < personsNeeded) {
    const code = persons === 0 ? 'FINDING_OPEN' : 'FINDING_NEEDS_SECOND_PERSON'
    return { code, check, verdict, ...(id === undefined ? {} : { finding: id }), remedy: 'ACCEPT_FINDING' }
  }
  return undefined
}

/** The person who accepts what such a screening found has seen that a list is missing or too old. */
function listObstacle(name: ListName, state: 'MISSING' | 'OUTDATED', facts: ReleaseFacts): Obstacle | undefined {
  const { id, isCurrent } = facts.findings.get('SCREENING') ?? {}
  if (id !== undefined && isCurrent && (facts.accepted.get(id) ?? 0) >= facts.personsNeeded) return undefined
  return { code: `SCREENING_LIST_${state}`, check: 'SCREENING', list: name, remedy: 'LOAD_LISTS' }
}

const WRONG_DIRECTION: Obstacle = { code: 'TRANSACTION_WRONG_DIRECTION', remedy: 'NONE' }

/** What stops `act` because of the exchange with the counterparty. */
function stateObstacles(act: Act, { direction, channel, status, holds, unsent }: ReleaseFacts): Obstacle[] {
  const isOurs = act === 'SEND' || act === 'PAY' || act === 'REPORT'
  const isRegistered = channel !== 'TRP'
  if ((direction === 'SENT') !== isOurs) return [WRONG_DIRECTION]
  if (isRegistered && (act === 'SEND' || act === 'APPROVE' || act === 'REPORT')) return [WRONG_DIRECTION]
  if (status === 'BLOCKED') return holds.map((code) => ({ code, remedy: HOLD_REMEDIES[code] }))
  const isReached = STATUSES[act].includes(status) && (act !== 'SEND' || unsent === 'INQUIRY')
  if (isReached) return []
  return [{ code: 'TRANSACTION_WRONG_STATUS', remedy: status === 'PENDING' && act !== 'SEND' ? 'WAIT' : 'NONE' }]
}

const HOLD_REMEDIES: Readonly<Record<Hold, Remedy>> = {
  VASP_NOT_TRUSTED: 'TRUST_VASP',
  AMOUNT_UNIT_UNKNOWN: 'SET_WIRE_PROFILE',
}

/** The statuses in which something may be done. */
const STATUSES: Readonly<Record<Act, readonly TransferStatus[]>> = {
  SEND: ['PENDING', 'FAILED'],
  APPROVE: ['PENDING', 'APPROVED'],
  PAY: ['APPROVED'],
  CREDIT: ['APPROVED', 'CONFIRMED'],
  REPORT: ['CONFIRMED'],
}
