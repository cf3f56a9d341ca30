import { isPerson } from '../../cases/actions/assignees.ts'
import { acceptFinding } from '../../checks/actions/accept-finding.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { describeObstacle } from '../domain/describe-obstacle.ts'
import { mayDo } from '../domain/may-do.ts'
import { obstaclesByAct, type Release } from '../domain/obstacles-by-act.ts'
import type { Act } from '../domain/release-policy.ts'

export const releaseResolvers: Resolvers = {
  TrpdMutation: {
    acceptFinding: async (_parent, args, { service, actor, identity }) =>
      unwrap(await acceptFinding(service, { ...args, isPerson: isPerson(identity) }, actor)),
  },
  Transaction: {
    release: async ({ id }, _args, { loaders, service }) => {
      const facts = await loaders.release.load(id)
      if (facts === undefined) throw new Error('the transfer is not stored')
      return { facts, policy: service.policy.release }
    },
  },
  Release: {
    maySend: (release) => isAllowed('SEND', release),
    mayApprove: (release) => isAllowed('APPROVE', release),
    mayPay: (release) => isAllowed('PAY', release),
    mayCredit: (release) => isAllowed('CREDIT', release),
    isChecking: (release) => obstaclesByAct(release).some(({ obstacle }) => obstacle.code === 'CHECK_NOT_RUN'),
    obstacles: obstaclesByAct,
    requiresNothing: ({ policy }) => policy.requiresNothing,
    policy: ({ policy }) => policy.name,
  },
  Obstacle: {
    code: ({ obstacle }) => obstacle.code,
    acts: ({ acts }) => [...acts],
    check: ({ obstacle }) => obstacle.check ?? null,
    verdict: ({ obstacle }) => obstacle.verdict ?? null,
    finding: ({ obstacle }) => obstacle.finding ?? null,
    remedy: ({ obstacle }) => obstacle.remedy,
    message: ({ obstacle }) => describeObstacle(obstacle),
  },
}

function isAllowed(act: Act, { facts, policy }: Release): boolean {
  return mayDo(act, facts, policy) === 'MAY'
}
