import { ApolloClient, ApolloLink, Observable } from '@apollo/client'
import { expect, test } from 'vitest'
import { openCache } from '../api/api-client.ts'
import { SavedViewsDocument } from '../api/operations.generated.ts'
import { changeViews, restoreView, type SavedView } from './change-views.ts'

const view = (id: string, name = id, isDefault = false): SavedView =>
  ({ __typename: 'SavedView', id, name, query: 'due=overdue', isDefault }) as SavedView
const caller = (...savedViews: SavedView[]) => ({ __typename: 'Identity', id: 'ada', savedViews })

/** A client that responds to the operations in order, and the operations that it received. */
function clientWith(...responses: object[]) {
  const sent: unknown[] = []
  const link = new ApolloLink(({ operationName, variables }) => {
    sent.push([operationName, variables])
    const autod = responses.shift()
    return new Observable((observer) => {
      observer.next({ data: { autod } })
      observer.complete()
    })
  })
  return { client: new ApolloClient({ link, cache: openCache() }), sent }
}

test('the saved views on a page are updated after a change, without another query', async () => {
  const { client } = clientWith(
    { __typename: 'AutodQuery', me: caller(view('a'), view('b', 'b', true)) },
    { __typename: 'AutodMutation', deleteSavedView: caller(view('b', 'b', true)) },
    { __typename: 'AutodMutation', setDefaultView: caller(view('b')) },
  )
  const shown = async () =>
    (await client.query({ query: SavedViewsDocument })).data?.autod?.me.savedViews?.map((each) => [
      each.id,
      each.isDefault,
    ])
  expect(await shown()).toEqual([
    ['a', false],
    ['b', true],
  ])
  await changeViews(client, { kind: 'DELETE', id: 'a' })
  expect(await shown()).toEqual([['b', true]])
  await changeViews(client, { kind: 'DEFAULT', id: null })
  expect(await shown()).toEqual([['b', false]])
})

test('a restored view has its query again, and is the default if it was before', async () => {
  const saved = { __typename: 'AutodMutation', saveView: caller(view('other'), view('new', 'mine')) }
  const { client, sent } = clientWith(saved, { setDefaultView: caller(view('new', 'mine', true)) }, saved)
  await restoreView(client, view('old', 'mine', true))
  expect(sent).toEqual([
    ['SaveView', { name: 'mine', query: 'due=overdue' }],
    ['SetDefaultView', { id: 'new' }],
  ])
  await restoreView(client, view('old', 'mine'))
  expect(sent).toHaveLength(3)
})
