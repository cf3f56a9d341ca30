import { useQuery } from '@apollo/client/react'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import {
  OrganisationSettingsDocument,
  type OrganisationSettingsFragment,
  UpdateSettingsDocument,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InputField } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Table } from '../ui/table.tsx'
import { ReasonsSection } from './reasons-section.tsx'
import {
  changedFields,
  draftOf,
  mergedDraft,
  SETTINGS_FIELDS,
  type SettingsDraft,
  settingsInput,
} from './settings-draft.ts'

/** The settings of the organisation, and its reviewed reasons. */
export function SettingsView() {
  const { t } = useLanguage()
  const mayWrite = useScope('autod:write')
  const query = useQuery(OrganisationSettingsDocument, { fetchPolicy: 'cache-and-network' })
  const { data, refetch } = query
  const settings = data?.autod?.settings
  usePageTitle(t.settings.title)
  const load = async () => (await refetch()).data?.autod?.settings
  return (
    <div className="page">
      <h1>{t.settings.title}</h1>
      <Card id="organisation" title={t.settings.organisation}>
        <p className="soft">{t.settings.intro}</p>
        <QueryState query={query} data={settings} loading="PAGE" />
        {settings && (mayWrite ? <SettingsForm settings={settings} load={load} /> : <SettingsFacts {...settings} />)}
        {settings && <LastChange {...settings} />}
      </Card>
      <ReasonsSection />
    </div>
  )
}

function SettingsFacts({ displayName, timeZone, locale }: OrganisationSettingsFragment) {
  const { t } = useLanguage()
  const facts = [
    [t.settings.fields.displayName, displayName ?? t.settings.none],
    [t.settings.fields.timeZone, timeZone],
    [t.settings.fields.locale, locale],
  ] as const
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="fact">
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft">{t.settings.readOnly}</p>
    </>
  )
}

function LastChange({ updatedAt, updatedBy, version }: OrganisationSettingsFragment) {
  const { t, formats } = useLanguage()
  if (updatedAt === null) return <p className="soft">{t.settings.unchanged}</p>
  const name = updatedBy?.name ?? updatedBy?.id ?? ''
  return (
    <p className="soft">
      {t.settings.changed(formats.dateTime(updatedAt), String(version))} <bdi>{name}</bdi>{' '}
      <Link href="/audit?type=settings.changed">{t.settings.history}</Link>
    </p>
  )
}

interface SettingsFormProps {
  readonly settings: OrganisationSettingsFragment
  /** Loads the settings again. */
  readonly load: () => Promise<OrganisationSettingsFragment | undefined>
}

/** The fields of the settings. Changes are shown with old and new values, and must be confirmed. */
function SettingsForm({ settings, load }: SettingsFormProps) {
  const { t } = useLanguage()
  const api = useApi()
  /** The settings that the person has seen. */
  const [seen, setSeen] = useState(settings)
  const [draft, setDraft] = useState(() => draftOf(settings))
  const [isAsking, setAsking] = useState(false)
  const { isWorking, problem, run, clear } = useAttempt()
  const [news, setNews] = useState<'SAVED' | 'CONFLICT'>()
  const before = draftOf(seen)
  const changed = changedFields(before, draft)
  // People without changes of their own see the latest settings.
  useEffect(() => {
    if (settings.version <= seen.version || changed.length > 0) return
    setSeen(settings)
    setDraft(draftOf(settings))
  }, [settings, seen.version, changed.length])

  async function save(): Promise<void> {
    if (isWorking) return
    const update = async () => {
      const input = { ...settingsInput(before, draft), expectedVersion: seen.version }
      const data = await api.change(UpdateSettingsDocument, { input })
      const saved = data?.autod?.updateSettings
      if (!saved) throw new Error('the response has no settings')
      setSeen(saved)
      setDraft(draftOf(saved))
      setNews('SAVED')
      // Updates the rest of the page.
      void load().catch(() => {})
    }
    await run(() => update().catch(showConflict))
    setAsking(false)
  }

  /** Throws the error unless it is a conflict. */
  async function showConflict(error: unknown): Promise<void> {
    setNews(undefined)
    const isConflict = apiProblem(error).code === 'SETTINGS_VERSION_CONFLICT'
    const theirs = isConflict ? await load().catch(() => undefined) : undefined
    if (theirs === undefined) throw error
    setSeen(theirs)
    setDraft(mergedDraft(before, draft, draftOf(theirs)))
    setNews('CONFLICT')
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    setNews(undefined)
    clear()
    setAsking(changed.length > 0)
  }

  const badField = problem?.code === 'SETTINGS_INVALID' ? problem.field : undefined
  return (
    <form className="action-form" onSubmit={submit} noValidate>
      {SETTINGS_FIELDS.map((field) => (
        <InputField
          key={field}
          label={t.settings.fields[field]}
          hint={t.settings.hints[field]}
          problem={badField === field ? problem?.message : undefined}
          isCode={field !== 'displayName'}
          lengthMax={100}
          suggestions={field === 'timeZone' ? Intl.supportedValuesOf('timeZone') : undefined}
          value={draft[field]}
          onChange={(value) => setDraft({ ...draft, [field]: value })}
        />
      ))}
      <div role="status">
        {news === 'SAVED' && <Notice tone="good">{t.settings.saved}</Notice>}
        {news === 'CONFLICT' && <Notice tone="news">{t.settings.conflict}</Notice>}
      </div>
      {problem && badField === undefined && <ProblemNotice problem={problem} title={t.problems.title} />}
      <div className="action-buttons">
        {changed.length > 0 && <Button onClick={() => setDraft(before)}>{t.settings.discard}</Button>}
        <Button type="submit" look="main" aria-disabled={changed.length === 0}>
          {t.settings.save}
        </Button>
      </div>
      {isAsking && (
        <Modal title={t.settings.confirm} onClose={() => setAsking(false)}>
          <Changes before={before} after={draft} />
          <div className="action-buttons">
            <Button onClick={() => setAsking(false)}>{t.actions.cancelDialog}</Button>
            <Button look="main" aria-disabled={isWorking} onClick={() => void save()}>
              {isWorking ? t.actions.working : t.settings.save}
            </Button>
          </div>
        </Modal>
      )}
    </form>
  )
}

function Changes({ before, after }: { readonly before: SettingsDraft; readonly after: SettingsDraft }) {
  const { t } = useLanguage()
  return (
    <Table
      className="changes"
      rows={changedFields(before, after)}
      keyOf={(field) => field}
      columns={[
        [t.settings.setting, (field) => t.settings.fields[field]],
        [t.settings.before, (field) => <bdi>{before[field] || t.settings.none}</bdi>],
        [t.settings.after, (field) => <bdi>{after[field].trim() || t.settings.none}</bdi>],
      ]}
    />
  )
}
