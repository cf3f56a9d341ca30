import type { DeliveryKind, Direction, TransferStatus } from '../transfers/domain/transfer.ts'

/** A status change of a transfer that TRP and its officers can cause. */
export interface Transition {
  /** `REGISTERED` for a transfer that is not exchanged over TRP, in either direction. */
  readonly direction: Direction | 'REGISTERED'
  /** Absent for a new transfer. */
  readonly from?: TransferStatus
  readonly event: string
  readonly to: TransferStatus
  readonly actor: string
  /** The message that is queued with it. */
  readonly queues?: DeliveryKind
}

/**
 * All allowed changes, written independently of the code that decides: direction, previous status, event, new
 * status, actor, and the message that is queued.
 */
const TABLE = `
SENT      -          inquired               BLOCKED    USER
SENT      -          inquired               PENDING    USER          INQUIRY
SENT      BLOCKED    released               PENDING    USER          INQUIRY
SENT      BLOCKED    declined               DECLINED   USER
SENT      BLOCKED    canceled               CANCELED   USER
SENT      PENDING    approved               APPROVED   COUNTERPARTY
SENT      PENDING    declined               DECLINED   COUNTERPARTY
SENT      PENDING    canceled               CANCELED   USER
SENT      PENDING    expired                EXPIRED    SYSTEM
SENT      PENDING    failed                 FAILED     SYSTEM
SENT      FAILED     delivered              PENDING    COUNTERPARTY
SENT      FAILED     delivery_retried       PENDING    USER          INQUIRY
SENT      FAILED     approved               APPROVED   COUNTERPARTY
SENT      FAILED     declined               DECLINED   COUNTERPARTY
SENT      FAILED     canceled               CANCELED   USER
SENT      APPROVED   declined               DECLINED   COUNTERPARTY
SENT      APPROVED   confirmed              CONFIRMED  USER          CONFIRMATION
SENT      APPROVED   canceled               CANCELED   USER          CANCELLATION
SENT      CANCELED   late_approval_refused  CANCELED   COUNTERPARTY  CANCELLATION
SENT      EXPIRED    late_approval_refused  EXPIRED    COUNTERPARTY  CANCELLATION
RECEIVED  -          received               BLOCKED    COUNTERPARTY
RECEIVED  -          received               PENDING    COUNTERPARTY
RECEIVED  BLOCKED    released               PENDING    USER
RECEIVED  BLOCKED    declined               DECLINED   USER
RECEIVED  PENDING    approved               APPROVED   USER          RESOLUTION
RECEIVED  PENDING    declined               DECLINED   USER          RESOLUTION
RECEIVED  APPROVED   declined               DECLINED   USER          RESOLUTION
RECEIVED  APPROVED   confirmed              CONFIRMED  COUNTERPARTY
RECEIVED  APPROVED   canceled               CANCELED   COUNTERPARTY
RECEIVED  APPROVED   expired                EXPIRED    SYSTEM
RECEIVED  DECLINED   confirmed_late         DECLINED   COUNTERPARTY
RECEIVED  CANCELED   confirmed_late         CANCELED   COUNTERPARTY
RECEIVED  EXPIRED    confirmed_late         EXPIRED    COUNTERPARTY
RECEIVED  DECLINED   confirmed              CONFIRMED  USER
RECEIVED  CANCELED   confirmed              CONFIRMED  USER
RECEIVED  EXPIRED    confirmed              CONFIRMED  USER
REGISTERED  -         registered             APPROVED   USER
REGISTERED  -         registered             CONFIRMED  USER
REGISTERED  APPROVED  confirmed              CONFIRMED  USER
REGISTERED  APPROVED  canceled               CANCELED   USER
`

/** The lines of the table by `keyOf`, with the message that each one queues. */
const TRANSITIONS: ReadonlyMap<string, string | undefined> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [direction, from, event, to, actor, queues] = line.split(/\s+/)
      return [[direction, from, event, to, actor].join(' '), queues]
    }),
)

/** Events of messages or the archive, which do not change the status, and who causes them. */
const WITHOUT_STATUS: Readonly<Record<string, string>> = {
  delivered: 'COUNTERPARTY',
  delivery_delayed: 'SYSTEM',
  delivery_failed: 'SYSTEM',
  delivery_retried: 'USER',
  archived: 'USER',
  corrected: 'USER',
}

/** True if the transition is allowed and queues exactly the right message. */
export function isAllowed({ direction, from, event, to, actor, queues }: Transition): boolean {
  if (from === to && WITHOUT_STATUS[event] === actor) return (event === 'delivery_retried') === (queues !== undefined)
  const key = [direction, from ?? '-', event, to, actor].join(' ')
  return TRANSITIONS.has(key) && TRANSITIONS.get(key) === queues
}
