import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Modal } from '../ui/modal.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { changeViews, restoreView, type SavedView, type ViewChange } from './change-views.ts'

const NAME_LENGTH_MAX = 60

interface SaveViewDialogProps {
  /** Query of the current filters. */
  readonly query: string
  /** True if there is a search, which is not saved. */
  readonly hasSearch: boolean
  readonly views: readonly SavedView[]
  readonly onClose: () => void
}

/** Saves the current filters under a name. */
export function SaveViewDialog({ query, hasSearch, views, onClose }: SaveViewDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [name, setName] = useState('')
  const isTaken = views.some((view) => view.name === name.trim().normalize('NFC'))
  return (
    <NameDialog
      title={t.savedViews.saveTitle}
      hint={isTaken ? t.savedViews.replaces : t.savedViews.nameHint}
      note={hasSearch ? t.savedViews.withoutSearch : undefined}
      name={name}
      onName={setName}
      submit={() => changeViews(client, { kind: 'SAVE', name: name.trim(), query })}
      onClose={onClose}
    />
  )
}

interface SavedViewsDialogProps {
  readonly views: readonly SavedView[]
  readonly onClose: () => void
}

/** Lists the saved views, for renaming or deleting them or making one the default. */
export function SavedViewsDialog({ views, onClose }: SavedViewsDialogProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [renamed, setRenamed] = useState<SavedView>()
  const [done, setDone] = useState('')
  const [deleted, setDeleted] = useState<SavedView>()
  const [problem, setProblem] = useState<ApiProblem>()
  const status = useRef<HTMLDivElement>(null)
  const words = t.savedViews

  async function run(change: () => Promise<unknown>, text: string, gone?: SavedView): Promise<void> {
    setProblem(undefined)
    try {
      await change()
      setDone(text)
      setDeleted(gone)
      // The pressed button may have been removed.
      status.current?.focus()
    } catch (error) {
      setProblem(apiProblem(error))
    }
  }
  const apply = (change: ViewChange, text: string, gone?: SavedView) =>
    void run(() => changeViews(client, change), text, gone)

  if (renamed !== undefined) return <RenameDialog view={renamed} onClose={() => setRenamed(undefined)} />
  return (
    <Modal title={words.manageTitle} onClose={onClose}>
      <p className="soft">{words.intro}</p>
      <div ref={status} role="status" tabIndex={-1}>
        {views.length === 0 && done === '' ? words.empty : done}{' '}
        {deleted && (
          <Button
            look="small"
            onClick={() => void run(() => restoreView(client, deleted), words.restored(deleted.name))}
          >
            {words.undo}
          </Button>
        )}
      </div>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      <ul className="items">
        {views.map((view) => (
          <li key={view.id} className="item">
            <div>
              <bdi>{view.name}</bdi> {view.isDefault && <span className="badge badge-ask">{words.default}</span>}
            </div>
            <div className="action-buttons">
              <ViewButton
                label={view.isDefault ? words.noDefault : words.makeDefault}
                view={view}
                onPress={() =>
                  view.isDefault
                    ? apply({ kind: 'DEFAULT', id: null }, words.noDefaultNow)
                    : apply({ kind: 'DEFAULT', id: view.id }, words.defaultNow(view.name))
                }
              />
              <ViewButton label={words.rename} view={view} onPress={() => setRenamed(view)} />
              <ViewButton
                label={words.delete}
                view={view}
                onPress={() => apply({ kind: 'DELETE', id: view.id }, words.deleted(view.name), view)}
              />
            </div>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

interface ViewButtonProps {
  readonly label: string
  readonly view: SavedView
  readonly onPress: () => void
}

function ViewButton({ label, view, onPress }: ViewButtonProps) {
  return (
    <Button look="small" aria-label={`${label}: ${view.name}`} onClick={onPress}>
      {label}
    </Button>
  )
}

function RenameDialog({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [name, setName] = useState(view.name)
  return (
    <NameDialog
      title={t.savedViews.renameTitle}
      hint={t.savedViews.nameHint}
      name={name}
      onName={setName}
      submit={() => changeViews(client, { kind: 'RENAME', id: view.id, name: name.trim() })}
      onClose={onClose}
    />
  )
}

interface NameDialogProps {
  readonly title: string
  readonly hint: string
  readonly note?: string | undefined
  readonly name: string
  readonly onName: (name: string) => void
  readonly submit: () => Promise<unknown>
  readonly onClose: () => void
}

function NameDialog({ title, hint, note, name, onName, submit, onClose }: NameDialogProps) {
  const { t } = useLanguage()
  return (
    <FormDialog title={title} button={t.savedViews.submit} submit={submit} onClose={onClose}>
      <InputField
        label={t.savedViews.name}
        hint={hint}
        isRequired
        value={name}
        onChange={onName}
        lengthMax={NAME_LENGTH_MAX}
      />
      {note !== undefined && <p className="soft">{note}</p>}
    </FormDialog>
  )
}
