import { useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import {
  DeleteTransferDraftDocument,
  SaveTransferDraftDocument,
  TransferDraftsDocument,
  type TransferDraftsQuery,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { CheckField, InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { draftContent, isBlank, readDraftContent, type SavedDraft, type TransferDraft } from './draft.ts'

const NAME_LENGTH_MAX = 100

interface SaveDraftDialogProps {
  readonly draft: TransferDraft
  readonly onSaved: (draft: TransferDraft) => void
  readonly onClose: () => void
}

/** Saves the contents of the form under a name. */
export function SaveDraftDialog({ draft, onSaved, onClose }: SaveDraftDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const { saved } = draft
  const [name, setName] = useState(saved?.name ?? '')
  const [isNew, setNew] = useState(saved === undefined)
  const words = t.newTransfer.drafts

  async function save(): Promise<void> {
    // A different draft is a different transfer, not a repetition.
    const written = isNew && saved ? { ...draft, requestIdentifier: crypto.randomUUID() } : draft
    const customerReference = draft.customerReference.trim()
    const data = await api.send(SaveTransferDraftDocument, {
      input: {
        ...(!isNew && saved && { id: saved.id, version: saved.version }),
        name: name.trim(),
        content: draftContent(written),
        ...(customerReference !== '' && { customerReference }),
      },
    })
    const stored = data?.trpd?.saveTransferDraft
    if (stored) onSaved({ ...written, saved: { id: stored.id, version: stored.version, name: stored.name } })
  }

  return (
    <FormDialog title={words.saveTitle} button={words.submit} submit={save} onClose={onClose}>
      <InputField
        label={words.name}
        hint={words.nameHint}
        isRequired
        value={name}
        onChange={setName}
        lengthMax={NAME_LENGTH_MAX}
      />
      {saved && <CheckField label={words.asNew} value={isNew} onChange={setNew} />}
    </FormDialog>
  )
}

type StoredDraft = NonNullable<NonNullable<TransferDraftsQuery['trpd']>['transferDrafts']>[number]

interface SavedDraftsDialogProps {
  /** The contents of the form. */
  readonly current: TransferDraft
  readonly onOpen: (draft: TransferDraft) => void
  /** Called when a saved draft has been deleted. */
  readonly onDeleted: (id: string) => void
  readonly onClose: () => void
}

/** Lists the saved drafts, for opening or deleting them. */
export function SavedDraftsDialog({ current, onOpen, onDeleted, onClose }: SavedDraftsDialogProps) {
  const { t, formats } = useLanguage()
  const query = useQuery(TransferDraftsDocument, { fetchPolicy: 'no-cache' })
  const { data, refetch } = query
  const [replacement, setReplacement] = useState<TransferDraft & { readonly saved: SavedDraft }>()
  const [unwanted, setUnwanted] = useState<StoredDraft>()
  const [unreadable, setUnreadable] = useState<string>()
  const [done, setDone] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const words = t.newTransfer.drafts
  const drafts = data?.trpd?.transferDrafts ?? []
  const isKept = isBlank(current) || drafts.some(({ content }) => content === draftContent(current))

  function open({ id, version, name, content }: StoredDraft): void {
    const draft = readDraftContent(content)
    if (draft === undefined) {
      setUnreadable(name)
      return
    }
    const saved = { ...draft, saved: { id, version, name } }
    if (isKept) onOpen(saved)
    else setReplacement(saved)
  }

  async function deleted({ id, name }: StoredDraft): Promise<void> {
    onDeleted(id)
    setDone(words.deleted(name))
    // If this fails, the list reports it.
    await refetch().catch(() => {})
  }

  return (
    <Modal title={words.title} onClose={onClose}>
      <p className="soft">{words.intro}</p>
      <QueryState query={query} data={undefined} reportsUpdates />
      {unreadable !== undefined && <Notice tone="problem">{words.unreadable(unreadable)}</Notice>}
      <p ref={status} role="status" tabIndex={-1}>
        {done}
        {data && drafts.length === 0 && done === '' && words.empty}
      </p>
      <ul className="items">
        {drafts.map((stored) => (
          <li key={stored.id} className="item">
            <div>
              <bdi>{stored.name}</bdi>
              <br />
              <span className="soft">
                {words.changed(formats.dateTime(stored.updatedAt), formats.date(stored.endsAt))}
              </span>
            </div>
            <div className="action-buttons">
              <Button look="small" aria-label={`${words.open}: ${stored.name}`} onClick={() => open(stored)}>
                {words.open}
              </Button>
              <Button look="small" aria-label={`${words.delete}: ${stored.name}`} onClick={() => setUnwanted(stored)}>
                {words.delete}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {replacement && (
        <FormDialog
          title={words.openTitle(replacement.saved.name)}
          button={words.open}
          isDangerous
          submit={async () => onOpen(replacement)}
          onClose={() => setReplacement(undefined)}
        >
          <p>{words.openText}</p>
        </FormDialog>
      )}
      {unwanted && (
        <DeleteDraftDialog
          draft={unwanted}
          onDeleted={deleted}
          onClose={(isDeleted) => {
            setUnwanted(undefined)
            // The button that opened the dialog was removed with its row.
            if (isDeleted) requestAnimationFrame(() => status.current?.focus())
          }}
        />
      )}
    </Modal>
  )
}

interface DeleteDraftDialogProps {
  readonly draft: StoredDraft
  readonly onDeleted: (draft: StoredDraft) => Promise<void>
  readonly onClose: (isDeleted: boolean) => void
}

function DeleteDraftDialog({ draft, onDeleted, onClose }: DeleteDraftDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const words = t.newTransfer.drafts
  const { id, name } = draft
  return (
    <FormDialog
      title={words.deleteTitle(name)}
      button={words.delete}
      isDangerous
      submit={async () => {
        await api.send(DeleteTransferDraftDocument, { id })
        await onDeleted(draft)
      }}
      onClose={onClose}
    >
      <p>{words.deleteText}</p>
    </FormDialog>
  )
}
