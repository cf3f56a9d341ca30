import type { ApolloClient } from '@apollo/client'
import {
  type CallerViewsFragment,
  DeleteSavedViewDocument,
  RenameSavedViewDocument,
  SaveViewDocument,
  SetDefaultViewDocument,
} from '../api/operations.generated.ts'

export type SavedView = NonNullable<CallerViewsFragment['savedViews']>[number]

/** Actions on a saved view. */
export type ViewChange =
  | { readonly kind: 'SAVE'; readonly name: string; readonly query: string }
  | { readonly kind: 'RENAME'; readonly id: string; readonly name: string }
  | { readonly kind: 'DELETE'; readonly id: string }
  /** `null` if there is no default. */
  | { readonly kind: 'DEFAULT'; readonly id: string | null }

/** Changes the person's saved views, including those that the page shows. Rejects with the API's error. */
export function changeViews(client: ApolloClient, change: ViewChange): Promise<unknown> {
  switch (change.kind) {
    case 'SAVE': {
      const { name, query } = change
      return client.mutate({ mutation: SaveViewDocument, variables: { name, query } })
    }
    case 'RENAME': {
      const { id, name } = change
      return client.mutate({ mutation: RenameSavedViewDocument, variables: { id, name } })
    }
    case 'DELETE':
      return client.mutate({ mutation: DeleteSavedViewDocument, variables: { id: change.id } })
    case 'DEFAULT':
      return client.mutate({ mutation: SetDefaultViewDocument, variables: { id: change.id } })
  }
}

/** Restores a deleted view. */
export async function restoreView(client: ApolloClient, { name, query, isDefault }: SavedView): Promise<void> {
  const { data } = await client.mutate({ mutation: SaveViewDocument, variables: { name, query } })
  const id = data?.autod?.saveView?.savedViews?.find((view) => view.name === name)?.id
  if (isDefault && id !== undefined) await changeViews(client, { kind: 'DEFAULT', id })
}
