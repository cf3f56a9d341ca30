import { refusalError } from '@travel-rule/subgraph/graphql-error'
import { referencedUser } from '../../graphql/context.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { loadSettings } from '../../store/settings.ts'
import { updateSettings } from '../actions/update-settings.ts'

export const settingsResolvers: Resolvers = {
  AutodQuery: {
    settings: (_parent, _args, { db }) => loadSettings(db),
  },
  AutodMutation: {
    async updateSettings(_parent, { input }, { db, identity, now }) {
      const { displayName, timeZone, locale, expectedVersion } = input
      const update = await updateSettings(db, {
        ...(displayName === undefined ? {} : { displayName }),
        ...(timeZone == null ? {} : { timeZone }),
        ...(locale == null ? {} : { locale }),
        ...(expectedVersion == null ? {} : { expectedVersion }),
        by: identity.subject,
        byName: identity.name,
        at: now(),
      })
      if (update.outcome !== 'refused') return update.settings
      throw refusalError({ code: update.code, message: update.message, extensions: { field: update.field } })
    },
  },
  Settings: {
    displayName: ({ displayName }) => displayName ?? null,
    updatedAt: ({ updatedAt }) => updatedAt ?? null,
    updatedBy: ({ updatedBy }, _args, { loaders }) =>
      updatedBy === undefined ? null : referencedUser(loaders, updatedBy),
  },
}
