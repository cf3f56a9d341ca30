import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Kysely } from 'kysely'
import { isAbout, MIN_LETTERS, wordsOf } from '../domain/saved-view.ts'
import { appendOwnAudit } from '../store/audit-log.ts'
import { deleteAnyViews, listAllSavedViews } from '../store/saved-views.ts'
import type { Tables } from '../store/tables.ts'
import type { ViewStore } from './change-saved-views.ts'

/** The person who erases, and the time. */
interface Eraser {
  readonly by: string
  readonly byName: string
  readonly at: Date
}

/** Maximum number of views that one statement reads. */
const PAGE_MAX = 500

/**
 * Deletes the saved views of all people that contain every word of `text`, and returns their number. The
 * audit log records the number, not the words. Refused with `SAVED_VIEW_INVALID`.
 */
export async function eraseViews(store: ViewStore, text: string, { by, byName, at }: Eraser): Promise<Result<number>> {
  const words = wordsOf(text)
  if (words.join('').length < MIN_LETTERS) {
    return refuse('SAVED_VIEW_INVALID', `text must have at least ${MIN_LETTERS} letters or digits.`, {
      field: 'text',
    })
  }
  return await store.db.transaction().execute(async (tx) => {
    const views = await deleteAnyViews(tx, await idsAbout({ ...store, db: tx }, words))
    await appendOwnAudit(tx, {
      type: 'saved-views.erased',
      subject: { type: 'saved-views', id: 'organisation' },
      actor: { type: 'USER', id: by, name: byName },
      at,
      detail: { views },
    })
    return ok(views)
  })
}

async function idsAbout({ db, sealer }: ViewStore & { readonly db: Kysely<Tables> }, words: readonly string[]) {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await listAllSavedViews(db, sealer, { after, limit: PAGE_MAX })
    ids.push(...page.filter((view) => isAbout(view, words)).map(({ id }) => id))
    after = page.at(-1)?.id
    if (page.length < PAGE_MAX) return ids
  }
}
