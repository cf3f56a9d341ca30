import type { Actor } from '@travel-rule/database/outbox'
import type { Vasp, VaspEventType } from '../domain/vasp.ts'
import { insertVasp, updateVasp } from '../store/vasps.ts'
import type { Work } from './work.ts'

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
