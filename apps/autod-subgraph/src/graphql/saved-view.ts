import type { Identity } from '@travel-rule/auth/identity'
import type { Result } from '@travel-rule/service/result'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import { chooseDefaultView, deleteView, renameView, saveView } from '../actions/change-saved-views.ts'
import { listSavedViews } from '../store/saved-views.ts'
import type { Resolvers } from './resolvers.generated.ts'

/** Views belong to the caller's id, so that no one reads or changes those of another person. */
export const savedViewResolvers: Resolvers = {
  Identity: {
    savedViews: ({ subject }, _args, { db }) => listSavedViews(db, subject),
  },
  AutodMutation: {
    saveView: async (_parent, input, { db, identity, now }) =>
      callerAfter(await saveView(db, { person: identity.subject, at: now() }, input), identity),
    renameSavedView: async (_parent, input, { db, identity, now }) =>
      callerAfter(await renameView(db, { person: identity.subject, at: now() }, input), identity),
    deleteSavedView: async (_parent, { id }, { db, identity }) =>
      callerAfter(await deleteView(db, identity.subject, id), identity),
    setDefaultView: async (_parent, { id }, { db, identity }) =>
      callerAfter(await chooseDefaultView(db, identity.subject, id ?? undefined), identity),
  },
}

/** The caller; throws the refusal of a change. */
function callerAfter(changed: Result<unknown>, caller: Identity): Identity {
  if (!changed.ok) throw refusalError(changed.refusal)
  return caller
}
