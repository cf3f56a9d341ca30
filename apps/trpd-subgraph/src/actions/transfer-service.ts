import type { Database } from '@travel-rule/database/database'
import type { Jobs } from '@travel-rule/database/jobs'
import type { Actor } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import type { HostRules } from '../domain/host.ts'
import type { OwnIdentity, Vasp } from '../domain/vasp.ts'
import type { Tables } from '../store/tables.ts'

/** Queues of trpd: messages to counterparties, time limits, and transfers of a VASP that has just been trusted. */
export type QueueName = 'deliver' | 'expire' | 'release'

/** What this node goes by. */
export interface NodeRules {
  readonly own: OwnIdentity
  readonly hosts: HostRules
  /** How long a counterparty may take to decide about an inquiry of ours. */
  readonly inquiryTtlSeconds: number
  /** How long a counterparty may take to confirm what we approved. */
  readonly confirmationTtlSeconds: number
  /** Attempts of a message before it counts as undeliverable. */
  readonly deliveryTriesMax: number
  /** Wait before the second attempt; it doubles with each. */
  readonly deliveryDelayMs: number
  readonly deliveryDelayMaxMs: number
}

/** What every action works with. */
export interface Node {
  readonly database: Database<Tables>
  readonly sealer: Sealer
  readonly jobs: Jobs<QueueName>
  readonly rules: NodeRules
  readonly now: () => Date
}

/** `seconds` behind `at`. */
export function secondsAfter(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1_000)
}

/** This service, acting by itself. */
export const systemActor: Actor = { type: 'SYSTEM', id: 'trpd' }

/** Another VASP, acting by a message. */
export function counterpartyActor({ id, name }: Pick<Vasp, 'id' | 'name'>): Actor {
  return { type: 'COUNTERPARTY', id, name }
}
