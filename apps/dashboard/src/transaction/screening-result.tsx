import { TransactionScreeningDocument, type TransactionScreeningQuery } from '../api/operations.generated.ts'
import { useFetched } from '../hooks/use-fetched.ts'
import { durationText } from '../language/duration.ts'
import { useLanguage } from '../language/language.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'

type Loaded = NonNullable<TransactionScreeningQuery['trpd']>
type Screening = NonNullable<NonNullable<Loaded['transaction']>['screening']>
type Lists = Loaded['screeningLists']

interface ScreeningResultProps {
  readonly id: string
  /** When the checks ran; another run may have a different result. */
  readonly state: string | undefined
}

/** Who was screened against which lists, and the hits. This is personal data, which hiding discards. */
export function ScreeningResult({ id, state }: ScreeningResultProps) {
  const { t } = useLanguage()
  const { data, problem } = useFetched(TransactionScreeningDocument, id, state ?? '')
  const loaded = data?.trpd
  const screening = loaded?.transaction?.screening
  return (
    <>
      {problem && <ProblemNotice problem={problem} title={t.problems.load} />}
      {screening && <Found screening={screening} lists={loaded.screeningLists} />}
    </>
  )
}

const TONES = { PASS: 'good', WARN: 'warn', FAIL: 'bad', UNKNOWN: 'bad' } as const

function Found({ screening, lists }: { readonly screening: Screening; readonly lists: Lists }) {
  const { t, formats } = useLanguage()
  const words = t.record
  const { verdict, nameHits, vendorHits, walletHits, gaps, screenedAt } = screening
  return (
    <div className="page screening">
      <h3>{words.screening}</h3>
      <p>
        <span className={`badge badge-${TONES[verdict]}`}>{t.screening.verdicts[verdict]}</span>{' '}
        <span className="soft">{words.screenedAt(formats.dateTime(screenedAt))}</span>
      </p>
      {nameHits.length + vendorHits.length + walletHits.length > 0 && (
        <section>
          <h4>{words.found}</h4>
          <Hits screening={screening} />
        </section>
      )}
      {gaps.length > 0 && (
        <section>
          <h4>{words.gaps}</h4>
          <ul className="issues">
            {gaps.map(({ code, message }) => (
              <li key={`${code} ${message}`} className="issue">
                <ServiceText text={message} /> <code className="soft">{code}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Subjects screening={screening} />
      <UsedLists screening={screening} lists={lists} />
    </div>
  )
}

function Hits({ screening: { nameHits, walletHits, vendorHits } }: { readonly screening: Screening }) {
  const { t, formats } = useLanguage()
  const words = t.record
  const percent = new Intl.NumberFormat(formats.locale, { style: 'percent' })
  return (
    <ul className="items">
      {walletHits.map(({ list, entryId, asset, address }) => (
        <li key={`${list} ${entryId} ${address}`} className="item item-wide">
          <p>
            <span className="badge badge-bad">{words.wallet}</span> <code dir="ltr">{address}</code> {asset}
          </p>
          <p className="soft">
            {t.screening.names[list]} · <bdi>{entryId}</bdi>
          </p>
        </li>
      ))}
      {nameHits.map((hit) => (
        <li key={`${hit.role} ${hit.name} ${hit.list} ${hit.entryId} ${hit.listedName}`} className="item item-wide">
          <p>
            <span className={`badge badge-${hit.isStrong ? 'bad' : 'warn'}`}>
              {hit.isStrong ? t.screening.strong : words.similarity(percent.format(hit.score))}
            </span>{' '}
            {hit.role && `${words.roles[hit.role]}: `}
            <bdi>{hit.name}</bdi> ≈{' '}
            <strong>
              <bdi>{hit.listedName}</bdi>
            </strong>
          </p>
          <p className="soft">
            {t.screening.names[hit.list]} · <bdi>{hit.entryId}</bdi>
            {hit.birthYears.length > 0 && ` · ${t.screening.born(hit.birthYears.join(', '), hit.isBirthYearSame)}`}
            {hit.isIdentifierSame && ` · ${t.screening.sameNumber}`}
            {hit.programs.length > 0 && (
              <>
                {' · '}
                <bdi>{hit.programs.join(', ')}</bdi>
              </>
            )}
          </p>
          <p className="soft">
            {hit.words.map(({ screened, listed, how }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a name never move
              <span key={index}>
                {index > 0 && ', '}
                <bdi>{screened}</bdi> = <bdi>{listed}</bdi> ({words.how[how]})
              </span>
            ))}
            {hit.missingInEntry.length > 0 && (
              <>
                {' · '}
                <bdi>{words.missingInEntry(hit.missingInEntry.join(', '))}</bdi>
              </>
            )}
            {hit.missingInName.length > 0 && (
              <>
                {' · '}
                <bdi>{words.missingInName(hit.missingInName.join(', '))}</bdi>
              </>
            )}
            {hit.isReordered && ` · ${words.reordered}`}
          </p>
        </li>
      ))}
      {vendorHits.map(({ name, listedName, score, reference }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the hits of a vendor have nothing else of their own
        <li key={index} className="item item-wide">
          <p>
            <bdi>{name}</bdi> ≈{' '}
            <strong>
              <bdi>{listedName}</bdi>
            </strong>
          </p>
          <p className="soft">
            {t.screening.vendor}
            {score !== null && ` · ${formats.decimal(String(score))}`}
            {reference !== null && (
              <>
                {' · '}
                <bdi>{reference}</bdi>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Subjects({ screening: { subjects, nameHits, vendorHits } }: { readonly screening: Screening }) {
  const { t, formats } = useLanguage()
  const words = t.record
  if (subjects.length === 0) return null
  const hitsOf = ({ role, name }: Screening['subjects'][number]) =>
    nameHits.filter((hit) => hit.role === role && hit.name === name).length +
    vendorHits.filter((hit) => hit.name === name).length
  return (
    <section>
      <h4>{words.subjects}</h4>
      <ul className="items">
        {subjects.map((subject) => {
          const hits = hitsOf(subject)
          return (
            <li key={`${subject.role} ${subject.kind} ${subject.name}`} className="item">
              <div>
                <bdi>{subject.name}</bdi>{' '}
                <span className="soft">
                  {subject.role && `${words.roles[subject.role]}, `}
                  {words.kinds[subject.kind]}
                </span>
              </div>
              <span className={hits === 0 ? 'soft' : ''}>
                {hits === 0 ? words.noHit : words.hits(hits, formats.count(hits))}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function UsedLists({ screening, lists }: { readonly screening: Screening; readonly lists: Lists }) {
  const { t, formats } = useLanguage()
  const words = t.record
  return (
    <section>
      <h4>{words.lists}</h4>
      {screening.lists.length === 0 && <Notice tone="problem">{words.noLists}</Notice>}
      <ul className="items">
        {screening.lists.map(({ name, version, loadedAt }) => {
          const ageSeconds = Math.max(0, Date.parse(screening.screenedAt) - Date.parse(loadedAt)) / 1_000
          const current = lists.find((list) => list.name === name)
          return (
            <li key={name} className="item item-wide">
              <p>
                <strong>{t.screening.names[name]}</strong>{' '}
                {current && current.state !== 'CURRENT' && (
                  <span className="badge badge-bad">{t.screening.states[current.state]}</span>
                )}
              </p>
              <p className="soft">
                {words.loaded(formats.dateTime(loadedAt), durationText(ageSeconds, formats.locale))}
                {current !== undefined && current.version !== version && ` · ${words.replaced}`}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
