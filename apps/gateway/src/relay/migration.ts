import { setTimeout } from 'node:timers/promises'
import { visitInSlices } from '@travel-rule/service/visit-in-slices'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../identity/authenticator.ts'
import type { OperationRefusal, PreparedOperation } from '../operation/prepared-operation.ts'
import type { LiveGroup } from './live-group.ts'
import { schemaChanged } from './live-result.ts'
import { type SharedGroups, sharingKey } from './shared-groups.ts'

/** Moves live groups to the current graph. */
export interface Migration {
  /** Moves all groups, a few at a time. Replaces a migration in progress. */
  all(): Promise<void>
  one(group: LiveGroup): void
}

export interface MigrationParts {
  readonly groups: ReadonlySet<LiveGroup>
  readonly shared: SharedGroups
  /** The same operation on the current graph. Never rejects. */
  readonly reprepare: (prepared: PreparedOperation, caller: Caller) => Promise<PreparedOperation | OperationRefusal>
  /** Converts an unknown error to what clients may see. */
  readonly masked: (error: unknown) => GraphQLError
}

/** How long groups are moved before the event loop runs other work. Planning one may take milliseconds. */
const sliceMs = 10
/** Groups that need another request to their subgraph are spread over this time. */
const spreadMs = 2_000

export function openMigration({ groups, shared, reprepare, masked }: MigrationParts): Migration {
  let current = 0

  async function move(group: LiveGroup): Promise<void> {
    const mine = current
    const isDue = () => groups.has(group) && mine === current
    const next = await reprepare(group.prepared, group.representative().caller)
    if (!isDue()) return
    if ('errors' in next) return group.fail(refusalAfterChange(next))
    if (!group.hasSameRequest(next)) await setTimeout(Math.random() * spreadMs, undefined, { ref: false })
    if (!isDue()) return
    const place = shared.placeOf(group)
    shared.remove(group)
    group.adopt(next)
    if (place === undefined || !groups.has(group)) return
    shared.add(group, { key: sharingKey(next, group.representative().identityKey), after: place.after })
  }

  /** A bug fails the group instead of leaving it on an old graph. */
  function one(group: LiveGroup): void {
    move(group).catch((error: unknown) => group.fail(masked(error)))
  }

  return {
    one,
    async all() {
      current += 1
      const mine = current
      await visitInSlices([...groups], sliceMs, (group) => {
        if (mine === current && groups.has(group)) one(group)
        return mine === current
      })
    },
  }
}

/**
 * The error of a subscription that is no longer valid. Errors about its caller are kept; other
 * errors are due to the changed schema.
 */
export function refusalAfterChange({ errors: [error] }: OperationRefusal): GraphQLError {
  if (error === undefined) return schemaChanged()
  const { code } = error.extensions
  return code === 'FORBIDDEN' || code === 'INTERNAL_SERVER_ERROR' ? error : schemaChanged(error.message)
}
