import { useApolloClient, useQuery } from '@apollo/client/react'
import { useRef, useState } from 'react'
import {
  DeleteTransferDraftDocument,
  SaveTransferDraftDocument,
  TransferDraftsDocument,
  type TransferDraftsQuery,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { CheckField, InputField, useMissing } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { draftContent, readDraftContent, type TransferDraft } from './draft.ts'

const NAME_LENGTH_MAX = 100

interface SaveDraftDialogProps {
  readonly draft: TransferDraft
  readonly onSaved: (draft: TransferDraft) => void
  readonly onClose: () => void
}

/** Saves what is in the form under a name. */
export function SaveDraftDialog({ draft, onSaved, onClose }: SaveDraftDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const { saved } = draft
  const [name, setName] = useState(saved?.name ?? '')
  const [isNew, setNew] = useState(saved === undefined)
  const [hasTried, setTried] = useState(false)
  const missing = useMissing(hasTried)
  const words = t.newTransfer.drafts

  async function save(): Promise<void> {
    // Another draft is another transfer, not a repetition.
    const written = isNew && saved ? { ...draft, requestIdentifier: crypto.randomUUID() } : draft
    const customerReference = draft.customerReference.trim()
    const { data } = await client.mutate({
      mutation: SaveTransferDraftDocument,
      variables: {
        input: {
          ...(!isNew && saved && { id: saved.id, version: saved.version }),
          name: name.trim(),
          content: draftContent(written),
          ...(customerReference !== '' && { customerReference }),
        },
      },
      fetchPolicy: 'no-cache',
    })
    const stored = data?.trpd?.saveTransferDraft
    if (stored) onSaved({ ...written, saved: { id: stored.id, version: stored.version, name: stored.name } })
  }

  return (
    <FormDialog
      title={words.saveTitle}
      button={words.submit}
      check={() => {
        setTried(true)
        return name.trim() !== ''
      }}
      submit={save}
      onClose={onClose}
    >
      <InputField
        label={words.name}
        hint={words.nameHint}
        problem={missing(name)}
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
  readonly onOpen: (draft: TransferDraft) => void
  /** A saved draft is gone. */
  readonly onDeleted: (id: string) => void
  readonly onClose: () => void
}

/** Lists the saved drafts, to open or delete them. */
export function SavedDraftsDialog({ onOpen, onDeleted, onClose }: SavedDraftsDialogProps) {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const { data, error, refetch } = useQuery(TransferDraftsDocument, { fetchPolicy: 'no-cache' })
  const [problem, setProblem] = useState<ApiProblem>()
  const [unreadable, setUnreadable] = useState<string>()
  const [done, setDone] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const words = t.newTransfer.drafts
  const drafts = data?.trpd?.transferDrafts ?? []

  function open(stored: StoredDraft): void {
    const { id, version, name } = stored
    const draft = readDraftContent(stored.content)
    if (draft === undefined) setUnreadable(name)
    else onOpen({ ...draft, saved: { id, version, name } })
  }

  async function remove({ id, name }: StoredDraft): Promise<void> {
    setProblem(undefined)
    try {
      await client.mutate({ mutation: DeleteTransferDraftDocument, variables: { id }, fetchPolicy: 'no-cache' })
      onDeleted(id)
      setDone(words.deleted(name))
      await refetch()
      // The button that was pressed is gone.
      status.current?.focus()
    } catch (thrown) {
      setProblem(apiProblem(thrown))
    }
  }

  return (
    <Modal title={words.title} onClose={onClose}>
      <p className="soft">{words.intro}</p>
      {error && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
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
              <button
                type="button"
                className="button button-small"
                aria-label={`${words.open}: ${stored.name}`}
                onClick={() => open(stored)}
              >
                {words.open}
              </button>
              <button
                type="button"
                className="button button-small"
                aria-label={`${words.delete}: ${stored.name}`}
                onClick={() => void remove(stored)}
              >
                {words.delete}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
