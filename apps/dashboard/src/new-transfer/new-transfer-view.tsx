import { useState } from 'react'
import { DeleteTransferDraftDocument } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope, useSignedIn } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { isBlank, type TransferDraft } from './draft.ts'
import { DraftForm } from './draft-form.tsx'
import { forgetDraft, storeDraft, storedDraft } from './draft-store.ts'
import { Review } from './review.tsx'

const SaveDraftDialog = lazyPart(() => import('./draft-dialogs.tsx'), 'SaveDraftDialog')
const SavedDraftsDialog = lazyPart(() => import('./draft-dialogs.tsx'), 'SavedDraftsDialog')

/** Writes a transfer: an inquiry to another VASP, or a record of a transfer whose data is exchanged in another way. */
export function NewTransferView() {
  const { t } = useLanguage()
  const api = useApi()
  const { subject } = useSignedIn().caller
  // Drafts contain personal data.
  const maySave = useScope('pii:read')
  const [draft, setDraft] = useState(() => storedDraft(subject))
  const [isReviewing, setReviewing] = useState(false)
  const [dialog, setDialog] = useState<'SAVE' | 'SAVED' | 'DISCARD'>()
  usePageTitle(t.newTransfer.title)
  const words = t.newTransfer.drafts
  const change = (next: TransferDraft) => {
    setDraft(next)
    storeDraft(next, subject)
  }
  const clear = () => {
    forgetDraft()
    setDraft(storedDraft(subject))
  }
  const open = (next: TransferDraft) => {
    change(next)
    setDialog(undefined)
  }

  function forgetSent(): void {
    forgetDraft()
    if (draft.saved === undefined) return
    const { id } = draft.saved
    // Otherwise it completes unattended, and sending it again creates no second transaction.
    api.send(DeleteTransferDraftDocument, { id }).catch(() => {})
  }

  return (
    <div className="transaction">
      <header className="transaction-head">
        <h1>{isReviewing ? t.newTransfer.review.title : t.newTransfer.title}</h1>
        {!isReviewing && <p className="soft">{t.newTransfer.kept}</p>}
        {!isReviewing && maySave && (
          <div className="action-buttons">
            <Button onClick={() => setDialog('SAVED')}>{words.title}</Button>
          </div>
        )}
      </header>
      {isReviewing ? (
        <Review draft={draft} onBack={() => setReviewing(false)} onSent={forgetSent} />
      ) : (
        <DraftForm
          key={draft.requestIdentifier}
          draft={draft}
          onChange={change}
          onReview={() => setReviewing(true)}
          onSave={maySave ? () => setDialog('SAVE') : undefined}
          onDiscard={() => (isBlank(draft) ? clear() : setDialog('DISCARD'))}
        />
      )}
      {dialog === 'SAVE' && <SaveDraftDialog draft={draft} onSaved={change} onClose={() => setDialog(undefined)} />}
      {dialog === 'SAVED' && (
        <SavedDraftsDialog
          current={draft}
          onOpen={open}
          onDeleted={(id) => id === draft.saved?.id && change({ ...draft, saved: undefined })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'DISCARD' && (
        <FormDialog
          title={t.newTransfer.discardTitle}
          button={t.newTransfer.discard}
          isDangerous
          submit={async () => clear()}
          onClose={() => setDialog(undefined)}
        >
          <p>{t.newTransfer.discardText}</p>
        </FormDialog>
      )}
    </div>
  )
}
