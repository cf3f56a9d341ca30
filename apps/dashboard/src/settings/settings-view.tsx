import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { OrganisationSettingsDocument, type OrganisationSettingsFragment } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { ProblemNotice } from '../ui/notice.tsx'
import { ReasonsSection } from './reasons-section.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The settings of the organisation, and its reviewed reasons. */
export function SettingsView() {
  const { t } = useLanguage()
  const mayWrite = useScope('autod:write')
  const { data, error, loading, refetch } = useQuery(OrganisationSettingsDocument, { fetchPolicy: 'cache-and-network' })
  const settings = data?.autod?.settings
  useEffect(() => {
    document.title = `${t.settings.title} · ${t.app.name}`
  }, [t])
  const load = async () => (await refetch()).data?.autod?.settings
  return (
    <div className="page">
      <h1>{t.settings.title}</h1>
      <section className="card panel" aria-labelledby="organisation">
        <h2 id="organisation">{t.settings.organisation}</h2>
        <p className="soft">{t.settings.intro}</p>
        {error && !settings && (
          <ProblemNotice
            problem={apiProblem(error)}
            title={t.problems.load}
            onRetry={() => void refetch().catch(() => {})}
          />
        )}
        {loading && !settings && (
          <p className="empty" role="status">
            {t.app.loading}
          </p>
        )}
        {settings && (mayWrite ? <SettingsForm settings={settings} load={load} /> : <SettingsFacts {...settings} />)}
        {settings && <LastChange {...settings} />}
      </section>
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
