import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import type { ListName } from '../../screening/domain/list-entry.ts'
import type { DeliveryKind, Direction, Hold, TransferChannel, TransferStatus } from '../../transfers/domain/transfer.ts'
import { type Act, type ReleasePolicy, stopsOf } from './release-policy.ts'

/** The latest result of a check. */
export interface Finding {
  readonly verdict: CheckVerdict
  /** Identifies what was found: a later run with the same finding has the same id. Absent for a PASS. */
  readonly id?: string
  /** True if the check ran on the current data and lists. */
  readonly isCurrent: boolean
}

/** What is stored about a transfer at a given moment. */
export interface ReleaseFacts {
  readonly direction: Direction
  readonly channel: TransferChannel
  readonly status: TransferStatus
  readonly holds: readonly Hold[]
  /** The message that has not been delivered yet. */
  readonly unsent?: DeliveryKind
  readonly isOnHold: boolean
  /** Keyed by check; a check that does not apply has no entry. */
  readonly findings: ReadonlyMap<CheckName, Finding>
  /** True if the checks ran on the current data, so that a check without a finding does not apply. */
  readonly isChecked: boolean
  /** The required lists that are unreliable. */
  readonly lists: readonly { readonly name: ListName; readonly state: 'MISSING' | 'OUTDATED' }[]
  /** Number of persons who have accepted a finding, by its id. */
  readonly accepted: ReadonlyMap<string, number>
  /** Number of persons who must accept a finding: two above the four-eyes limit. */
  readonly personsNeeded: number
}

/** Why an act is not allowed. Never renamed. */
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

/** How to remove an obstacle. */
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
 * `MAY` if `act` is allowed for a transfer, otherwise everything that stops it.
 *
 * A finding that stops the act counts until a later run of the check finds something else, or until enough
 * persons have accepted this particular finding. A check whose `UNKNOWN` stops the act must have run on the
 * current data and lists.
 */
export function mayDo(act: Act, facts: ReleaseFacts, policy: ReleasePolicy): Permission {
  const [first, ...others] = [...stateObstacles(act, facts), ...findingObstacles(act, facts, policy)]
  return first === undefined ? 'MAY' : [first, ...others]
}

/** The obstacles to `act` that are independent of the transfer's status. */
function findingObstacles(act: Act, facts: ReleaseFacts, policy: ReleasePolicy): Obstacle[] {
  const lists = stopsOf(policy, act).get('SCREENING')?.has('UNKNOWN') ? facts.lists : []
  return [
    // What has happened on the ledger is reported even while the case is on hold.
    ...(facts.isOnHold && act !== 'REPORT' ? [CASE_ON_HOLD] : []),
    ...openFindings(act, facts, policy),
    ...lists.flatMap(({ name, state }) => listObstacle(name, state, facts) ?? []),
  ]
}

type CheckFacts = Pick<ReleaseFacts, 'findings' | 'isChecked' | 'accepted' | 'personsNeeded'>

/** The obstacles to `act` that checks have found, or that wait for a check. */
export function openFindings(act: Act, facts: CheckFacts, policy: ReleasePolicy): Obstacle[] {
  return [...stopsOf(policy, act)].flatMap(([check, verdicts]) => obstacleOf(check, verdicts, facts) ?? [])
}

const CASE_ON_HOLD: Obstacle = { code: 'CASE_ON_HOLD', remedy: 'RELEASE_CASE' }

function obstacleOf(
  check: CheckName,
  verdicts: ReadonlySet<CheckVerdict>,
  { findings, isChecked, accepted, personsNeeded }: CheckFacts,
): Obstacle | undefined {
  const finding = findings.get(check)
  const mustBeCurrent = verdicts.has('UNKNOWN')
  if (finding === undefined) {
    const isMissing = mustBeCurrent && (check === 'SCREENING' || !isChecked)
    return isMissing ? { code: 'CHECK_NOT_RUN', check, remedy: 'WAIT' } : undefined
  }
  const { verdict, id, isCurrent } = finding
  // A hit remains until a later run finds nothing: a list change alone does not remove it.
  const isOpen = verdicts.has(verdict) && verdict !== 'PASS'
  const persons = id === undefined ? 0 : (accepted.get(id) ?? 0)
  if (mustBeCurrent && !isCurrent) return { code: 'CHECK_NOT_RUN', check, verdict, remedy: 'WAIT' }
  if (isOpen && persons < personsNeeded) {
    const code = persons === 0 ? 'FINDING_OPEN' : 'FINDING_NEEDS_SECOND_PERSON'
    return { code, check, verdict, ...(id === undefined ? {} : { finding: id }), remedy: 'ACCEPT_FINDING' }
  }
  return undefined
}

/** A person who has accepted the finding of such a screening knows that a list is missing or outdated. */
function listObstacle(name: ListName, state: 'MISSING' | 'OUTDATED', facts: ReleaseFacts): Obstacle | undefined {
  const { id, isCurrent } = facts.findings.get('SCREENING') ?? {}
  if (id !== undefined && isCurrent && (facts.accepted.get(id) ?? 0) >= facts.personsNeeded) return undefined
  return { code: `SCREENING_LIST_${state}`, check: 'SCREENING', list: name, remedy: 'LOAD_LISTS' }
}

const WRONG_DIRECTION: Obstacle = { code: 'TRANSACTION_WRONG_DIRECTION', remedy: 'NONE' }

/** The obstacles to `act` that result from the exchange with the counterparty. */
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

/** The statuses in which each act is possible. */
const STATUSES: Readonly<Record<Act, readonly TransferStatus[]>> = {
  SEND: ['PENDING', 'FAILED'],
  APPROVE: ['PENDING', 'APPROVED'],
  PAY: ['APPROVED'],
  CREDIT: ['APPROVED', 'CONFIRMED'],
  REPORT: ['CONFIRMED'],
}
