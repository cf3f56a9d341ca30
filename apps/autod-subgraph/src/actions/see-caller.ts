import type { Identity } from '@travel-rule/auth/identity'
import type { Kysely } from 'kysely'
import type { Tables } from '../store/tables.ts'
import { saveSighting } from '../store/users.ts'

/** A caller is written down again after this time, or when its name or roles differ. */
const SEEN_FOR_MS = 60_000
const CALLERS_MAX = 10_000

/** Remembers that a caller was here; most calls cost no statement. */
export type SeeCaller = (identity: Identity) => Promise<void>

export function openSeeCaller(db: Kysely<Tables>, now: () => Date): SeeCaller {
  const seen = new Map<string, { readonly look: string; readonly atMs: number }>()
  return async ({ subject, name, roles }) => {
    const at = now()
    const look = JSON.stringify([name, roles])
    const last = seen.get(subject)
    if (last !== undefined && last.look === look && at.getTime() - last.atMs < SEEN_FOR_MS) return
    await saveSighting(db, { id: subject, name: name === '' ? undefined : name, roles, at })
    seen.delete(subject)
    seen.set(subject, { look, atMs: at.getTime() })
    const [oldest] = seen.keys()
    if (seen.size > CALLERS_MAX && oldest !== undefined) seen.delete(oldest)
  }
}
