import { mayDo, type Obstacle, type ReleaseFacts } from './may-do.ts'
import { ACTS, type Act, type ReleasePolicy } from './release-policy.ts'

/** The facts and the policy that determine what may be done to a transfer. */
export interface Release {
  readonly facts: ReleaseFacts
  readonly policy: ReleasePolicy
}

/** An obstacle, and the acts that it stops. */
export interface ActObstacle {
  readonly obstacle: Obstacle
  readonly acts: readonly Act[]
}

/** All obstacles to the acts that the direction and status of a transfer allow, without duplicates. */
export function obstaclesByAct({ facts, policy }: Release): ActObstacle[] {
  const found: { readonly obstacle: Obstacle; readonly acts: Act[] }[] = []
  for (const act of ACTS) {
    const permission = mayDo(act, facts, policy)
    if (permission === 'MAY' || permission.some(({ code }) => NOT_ITS_TURN.has(code))) continue
    for (const obstacle of permission) {
      const known = found.find((other) => isSame(other.obstacle, obstacle))
      if (known === undefined) found.push({ obstacle, acts: [act] })
      else known.acts.push(act)
    }
  }
  return found
}

const NOT_ITS_TURN: ReadonlySet<Obstacle['code']> = new Set(['TRANSACTION_WRONG_DIRECTION', 'TRANSACTION_WRONG_STATUS'])

function isSame(one: Obstacle, other: Obstacle): boolean {
  return one.code === other.code && one.check === other.check && one.list === other.list && one.remedy === other.remedy
}
