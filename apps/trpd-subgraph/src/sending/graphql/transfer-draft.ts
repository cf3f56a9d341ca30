import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { deleteTransferDraft, endOfDraft, listTransferDrafts, saveTransferDraft } from '../actions/transfer-drafts.ts'

/** Drafts belong to the caller's id, so that no one can read or change another person's drafts. */
export const transferDraftResolvers: Resolvers = {
  TrpdQuery: {
    transferDrafts: (_parent, _args, { service, identity }) => listTransferDrafts(service, identity.subject),
  },
  TrpdMutation: {
    saveTransferDraft: async (_parent, { input }, { service, identity }) =>
      unwrap(await saveTransferDraft(service, identity.subject, withoutNulls(input))),
    deleteTransferDraft: async (_parent, { id }, { service, identity }) =>
      unwrap(await deleteTransferDraft(service, identity.subject, id)),
  },
  TransferDraft: {
    endsAt: (draft) => endOfDraft(draft),
  },
}
