import { readPage } from '@travel-rule/subgraph/page'
import { secondsAfter } from '../../foundation/actions/transfer-service.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { acceptProposal, proposeDecision, withdrawProposal } from '../../transfers/actions/decide-proposal.ts'
import { isPerson, pageOfAssignees } from '../actions/assignees.ts'
import {
  assignTx,
  awaitData,
  commentTx,
  holdTx,
  releaseTx,
  setDueTime,
  setPriority,
  takeTx,
} from '../actions/case-actions.ts'
import { markRead } from '../actions/mark-read.ts'
import { openCase } from '../domain/case.ts'
import { allowedCaseActions } from '../domain/decide-case.ts'

export const caseResolvers: Resolvers = {
  TrpdQuery: {
    assignees: async (_parent, args, { service }) =>
      (await pageOfAssignees(service, readPage(args))).map((id) => ({ id })),
  },
  TrpdMutation: {
    holdTx: async (_parent, args, { service, actor }) => unwrap(await holdTx(service, withoutNulls(args), actor)),
    awaitData: async (_parent, args, { service, actor }) => unwrap(await awaitData(service, withoutNulls(args), actor)),
    releaseTx: async (_parent, args, { service, actor }) => unwrap(await releaseTx(service, withoutNulls(args), actor)),
    assignTx: async (_parent, args, { service, actor }) => unwrap(await assignTx(service, withoutNulls(args), actor)),
    takeTx: async (_parent, args, { service, actor, identity }) =>
      unwrap(await takeTx(service, { ...withoutNulls(args), isPerson: isPerson(identity) }, actor)),
    commentTx: async (_parent, args, { service, actor }) => unwrap(await commentTx(service, withoutNulls(args), actor)),
    setPriority: async (_parent, args, { service, actor }) =>
      unwrap(await setPriority(service, withoutNulls(args), actor)),
    setDueTime: async (_parent, args, { service, actor }) =>
      unwrap(await setDueTime(service, withoutNulls(args), actor)),
    async markRead(_parent, args, { service, actor, loaders }) {
      unwrap(await markRead(service, args, actor))
      return (await loaders.transfer.load(args.id)) ?? null
    },
    proposeDecision: async (_parent, args, { service, actor }) =>
      unwrap(await proposeDecision(service, withoutNulls(args), actor)),
    acceptProposal: async (_parent, args, { service, actor }) =>
      unwrap(await acceptProposal(service, withoutNulls(args), actor)),
    withdrawProposal: async (_parent, args, { service, actor }) =>
      unwrap(await withdrawProposal(service, withoutNulls(args), actor)),
  },
  Transaction: {
    case: async (transfer, _args, { loaders }) =>
      transfer.case ?? (await loaders.case.load(transfer.id)) ?? openCase(transfer),
  },
  Case: {
    assignee: ({ assignee }) => userOf(assignee),
    dueAt: ({ dueAt, openedAt }, _args, { service }) =>
      dueAt ?? secondsAfter(openedAt, service.policy.deadlineSeconds.case),
    isDueTimeSet: ({ dueAt }) => dueAt !== undefined,
    pause: ({ pause }) => pause ?? null,
    proposal: ({ proposal }, _args, { service }) =>
      proposal === undefined || proposal.expiresAt <= service.now() ? null : proposal,
    allowedActions: async (current, _args, { loaders }) => {
      const transfer = await loaders.transfer.load(current.transferId)
      if (transfer === undefined || transfer.erasedAt !== undefined) return []
      return allowedCaseActions(current, transfer)
    },
    isUnread: ({ transferId }, _args, { loaders, identity }) =>
      loaders.isUnread.load({ person: identity.subject, transferId }),
    changes: async ({ transferId, version }, args, { loaders }) => {
      const { limit, offset } = readPage(args)
      return [...(await loaders.caseChanges.load({ transferId, version, limit, offset }))]
    },
  },
  DecisionProposal: {
    decision: ({ verdict }) => verdict.outcome,
    reason: ({ verdict }) => (verdict.outcome === 'DECLINE' ? verdict.reason : null),
    address: ({ verdict }) => (verdict.outcome === 'APPROVE' ? verdict.address : null),
    internalReason: ({ internalReason }) => internalReason ?? null,
    by: ({ by }) => ({ id: by }),
  },
  CasePause: {
    by: ({ by }) => ({ id: by }),
  },
  CaseChange: {
    assignee: ({ assignee }) => userOf(assignee),
    dueAt: ({ dueAt }) => dueAt ?? null,
    hasText: ({ text }) => text !== undefined,
    text: ({ text }) => text ?? null,
    mentions: ({ mentions }) => mentions.map((id) => ({ id })),
    actorType: ({ actor }) => actor.type,
    actorId: ({ actor }) => actor.id,
  },
}

function userOf(id: string | undefined): { readonly id: string } | null {
  return id === undefined ? null : { id }
}
