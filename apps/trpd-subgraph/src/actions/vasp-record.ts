import { randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { isLei } from '../domain/lei.ts'
import { VASP_NAME_LENGTH_MAX } from '../domain/trp-message/discovery.ts'
import type { Vasp, VaspEventType } from '../domain/vasp.ts'
import { DEFAULT_WIRE_PROFILE } from '../domain/wire-profile.ts'
import { insertVasp, lockVaspByHost, updateVasp } from '../store/vasps.ts'
import type { Work } from './unit-of-work.ts'

/** How a VASP showed itself. Its name and LEI are what it claims. */
export interface Appearance {
  /** Host and port it is spoken to, lower-cased. */
  readonly host: string
  readonly url: string
  readonly name?: string | undefined
  readonly lei?: string | undefined
  readonly at: Date
}

/**
 * The VASP at a host, held against other writers; a host that nobody knows is recorded as an untrusted VASP.
 *
 * A claimed LEI leads to no VASP that is known: anybody can claim it.
 */
export async function findOrDiscoverVasp(work: Work, appearance: Appearance, actor: Actor): Promise<Vasp> {
  return (await lockVaspByHost(work.tx, appearance.host)) ?? (await discover(work, appearance, actor))
}

async function discover(work: Work, appearance: Appearance, actor: Actor): Promise<Vasp> {
  const { host, url, name, lei, at } = appearance
  const vasp: Vasp = {
    id: randomUUID(),
    version: 1,
    name: readable(name) || host,
    ...(lei !== undefined && isLei(lei) ? { lei } : {}),
    url,
    host,
    trust: 'UNTRUSTED',
    autoApprove: false,
    wireProfile: DEFAULT_WIRE_PROFILE,
    createdAt: at,
    updatedAt: at,
  }
  if (await addVasp(work, { vasp, event: 'vasp.discovered', actor })) return vasp
  const other = await lockVaspByHost(work.tx, host)
  if (other === undefined) throw new Error('a VASP was there and is gone')
  return other
}

/** What a VASP calls itself, on one line and without characters that nobody sees. */
function readable(name = ''): string {
  const line = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  return [...line].slice(0, VASP_NAME_LENGTH_MAX).join('')
}

/** A change of a VASP: what happened, who did it, and why where somebody said so. */
export interface VaspChange {
  readonly vasp: Vasp
  readonly event: VaspEventType
  readonly actor: Actor
  readonly note?: string | undefined
}

/** Stores a new VASP with its event; `false` when its host is taken. */
export async function addVasp(work: Work, change: VaspChange): Promise<boolean> {
  if (!(await insertVasp(work.tx, change.vasp))) return false
  publish(work, change)
  return true
}

/** Stores the next version of a VASP with its event. */
export async function saveVasp(work: Work, change: VaspChange): Promise<void> {
  await updateVasp(work.tx, change.vasp)
  publish(work, change)
}

/** `vasp` with `change`, as its next version. */
export function changedVasp(vasp: Vasp, change: Partial<Vasp>, at: Date): Vasp {
  return { ...vasp, ...change, version: vasp.version + 1, updatedAt: at }
}

function publish({ record }: Work, { vasp, event, actor, note }: VaspChange): void {
  record({
    type: event,
    subject: { type: 'vasp', id: vasp.id },
    actor,
    at: vasp.updatedAt,
    detail: {
      version: vasp.version,
      name: vasp.name,
      host: vasp.host ?? null,
      trust: vasp.trust,
      autoApprove: vasp.autoApprove,
      amountUnit: vasp.wireProfile.amountUnit ?? null,
      note: note ?? null,
    },
  })
}
