import type { Sealer } from '@travel-rule/database/seal'
import type { SubgraphContext, SubgraphRequest } from '@travel-rule/subgraph/subgraph-host'
import DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { readableSources, type VisibleEntry, visibleEntry } from '../audit-log/domain/visible-entry.ts'
import type { EvidenceParts } from '../evidence/actions/make-evidence.ts'
import type { EvidenceRenderer } from '../evidence/pdf/evidence-renderer.ts'
import type { SeeCaller } from '../feeds/actions/record-activity.ts'
import { type AccessPage, listAccesses, listTrails, type TrailEntity } from '../store/audit-log.ts'
import type { Tables } from '../store/tables.ts'
import { loadUsers } from '../store/users.ts'
import type { KnownCheckpoints } from '../store/verify-audit.ts'
import { type User, unseenUser } from '../users/domain/user.ts'

/** A transaction to collect evidence about, with the fields that the gateway adds from trpd and aopd. */
export interface EvidenceReference {
  readonly transactionId: string
  readonly exchange?: string | null
  readonly proofs?: string | null
}

/** The context of the resolvers of one operation. */
export interface Context extends SubgraphContext, ContextParts {
  readonly loaders: Loaders
  /** When the request arrived, by `performance.now()`. */
  readonly startedAt: number
}

/** What the contexts of all operations share. */
interface ContextParts {
  readonly db: Kysely<Tables>
  readonly sealer: Sealer
  readonly seeCaller: SeeCaller
  /** The services whose feeds the audit log follows. */
  readonly sources: readonly string[]
  readonly now: () => Date
  /** Loads the checkpoints that the audit log is compared with; `undefined` without checkpoint keys. */
  readonly loadCheckpoints: () => Promise<KnownCheckpoints | undefined>
  /** `undefined` without checkpoint keys. */
  readonly evidence: EvidenceParts | undefined
  readonly evidenceRenderer: EvidenceRenderer
}

export function createContext(request: SubgraphRequest, parts: ContextParts): Context {
  return { ...request, ...parts, loaders: openLoaders(parts.db, request.identity.scopes) }
}

interface TrailKey {
  readonly id: string
  /** Maximum number of entries. */
  readonly first: number
}

type TrailLoader = DataLoader<TrailKey, readonly VisibleEntry[], string>

/** One loader per entity and operation, so that concurrent loads take one statement. */
interface Loaders {
  readonly user: DataLoader<string, User | undefined>
  readonly transactionTrail: TrailLoader
  readonly vaspTrail: TrailLoader
  readonly accesses: DataLoader<AccessPage, readonly VisibleEntry[], string>
}

/** `scopes` are the caller's: they determine what it sees. */
export function openLoaders(db: Kysely<Tables>, scopes: readonly string[]): Loaders {
  const sources = readableSources(scopes)
  return {
    user: new DataLoader((ids) => loadUsers(db, ids)),
    transactionTrail: openTrailLoader(db, 'transactionId', sources),
    vaspTrail: openTrailLoader(db, 'vaspId', sources),
    accesses: new DataLoader(
      async (pages: readonly AccessPage[]) => {
        const found = await listAccesses(db, pages, sources)
        return found.map((entries) => entries.map((entry) => visibleEntry(entry, sources)))
      },
      { cacheKeyFn: ({ record, limit, before }) => `${limit} ${before} ${record}` },
    ),
  }
}

/** The user with an id named by another record, even one never seen. */
export async function referencedUser(loaders: Loaders, id: string): Promise<User> {
  return (await loaders.user.load(id)) ?? unseenUser(id)
}

function openTrailLoader(db: Kysely<Tables>, entity: TrailEntity, sources: readonly string[]): TrailLoader {
  return new DataLoader(
    async (keys: readonly TrailKey[]) => {
      const limit = Math.max(...keys.map(({ first }) => first))
      const trails = await listTrails(
        db,
        entity,
        keys.map(({ id }) => id),
        { limit, sources },
      )
      return keys.map(({ first }, index) =>
        (trails[index] ?? []).slice(0, first).map((entry) => visibleEntry(entry, sources)),
      )
    },
    { cacheKeyFn: ({ id, first }) => `${first} ${id}` },
  )
}
