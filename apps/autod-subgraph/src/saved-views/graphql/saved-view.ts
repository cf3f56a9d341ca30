import type { Identity } from '@travel-rule/auth/identity'
import type { Result } from '@travel-rule/service/result'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { listSavedViews } from '../../store/saved-views.ts'
import { chooseDefaultView, deleteView, eraseViews, renameView, saveView } from '../actions/change-saved-views.ts'

/** Views belong to the caller's id, so that no one can read or change another person's views. */
export const savedViewResolvers: Resolvers = {
  Identity: {
    savedViews: ({ subject }, _args, { db, sealer }) => listSavedViews(db, sealer, subject),
  },
  AutodMutation: {
    saveView: async (_parent, input, { db, sealer, identity, now }) =>
      callerAfter(await saveView({ db, sealer }, { person: identity.subject, at: now() }, input), identity),
    renameSavedView: async (_parent, input, { db, sealer, identity, now }) =>
      callerAfter(await renameView({ db, sealer }, { person: identity.subject, at: now() }, input), identity),
    deleteSavedView: async (_parent, { id }, { db, sealer, identity }) =>
      callerAfter(await deleteView({ db, sealer }, identity.subject, id), identity),
    setDefaultView: async (_parent, { id }, { db, sealer, identity }) =>
      callerAfter(await chooseDefaultView({ db, sealer }, identity.subject, id ?? undefined), identity),
    async eraseSavedViews(_parent, { text }, { db, sealer, identity, now }) {
      const by = { by: identity.subject, byName: identity.name, at: now() }
      const erased = await eraseViews({ db, sealer }, text, by)
      if (!erased.ok) throw refusalError(erased.refusal)
      return { views: erased.value }
    },
  },
}

/** The caller; throws if the change was refused. */
function callerAfter(changed: Result<unknown>, caller: Identity): Identity {
  if (!changed.ok) throw refusalError(changed.refusal)
  return caller
}
