import type { OutgoingMessage } from '../store/deliveries.ts'
import type { Node } from './node.ts'
import type { Work } from './work.ts'

/** A job of the queue `deliver`: one attempt to bring a message to its counterparty. */
export interface AttemptJob {
  readonly messageId: string
  /** Finished attempts when the job was made; another number means that the job is out of date. */
  readonly attempts: number
  /** Those of them that count against the budget; another number means that a person asked for an attempt meanwhile. */
  readonly tries: number
}

/** Puts the next attempt to deliver `message` into the queue, at once unless told. */
export async function enqueueAttempt(
  { jobs }: Node,
  { tx }: Work,
  {
    message,
    attempts,
    startAfter,
  }: { readonly message: OutgoingMessage; readonly attempts: number; readonly startAfter?: Date },
): Promise<void> {
  const job: AttemptJob = { messageId: message.id, attempts, tries: message.tries }
  await jobs.enqueue(tx, 'deliver', job, startAfter === undefined ? {} : { startAfter })
}
