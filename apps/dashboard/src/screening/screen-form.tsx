import { type FormEvent, useState } from 'react'
import { type NameKind, ScreenNameDocument, type ScreenNameQuery } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'

const NAME_LENGTH_MAX = 400
const ADDRESS_LENGTH_MAX = 256
const KINDS = ['PERSON', 'ORGANISATION'] as const

type Screening = NonNullable<NonNullable<ScreenNameQuery['trpd']>['screen']>

/** Screens a name or an address immediately. Nothing is stored. */
export function ScreenForm() {
  const { t } = useLanguage()
  const api = useApi()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<NameKind>('PERSON')
  const [address, setAddress] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { isWorking, problem, run } = useAttempt()
  const [screening, setScreening] = useState<Screening>()
  const words = t.screening.search

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const isEmpty = name.trim() === '' && address.trim() === ''
    setMissing(isEmpty)
    if (isEmpty) return
    await run(async () => {
      setScreening(undefined)
      const data = await api.load(ScreenNameDocument, {
        name: name.trim() || null,
        kind,
        address: address.trim() || null,
      })
      const found = data?.trpd?.screen
      if (!found) throw new Error('the response has no screening')
      setScreening(found)
    })
  }

  return (
    <Card id="screen" title={words.title}>
      <p className="soft">{words.intro}</p>
      <form className="action-form" onSubmit={(event) => void submit(event)} noValidate>
        <InputField
          label={words.name}
          problem={isMissing ? words.missing : undefined}
          lengthMax={NAME_LENGTH_MAX}
          value={name}
          onChange={setName}
        />
        <SelectField
          label={words.kind}
          value={kind}
          onChange={(next) => next !== '' && setKind(next)}
          options={KINDS.map((each) => [each, words.kinds[each]])}
        />
        <InputField
          label={words.address}
          problem={isMissing ? words.missing : undefined}
          isCode
          lengthMax={ADDRESS_LENGTH_MAX}
          value={address}
          onChange={setAddress}
        />
        <div className="action-buttons">
          <Button type="submit" look="main" aria-disabled={isWorking}>
            {isWorking ? t.actions.working : words.button}
          </Button>
        </div>
      </form>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      <div role="status">{screening && <Result screening={screening} />}</div>
    </Card>
  )
}

const TONES = { PASS: 'good', WARN: 'warn', FAIL: 'bad', UNKNOWN: 'bad' } as const

function Result({ screening }: { readonly screening: Screening }) {
  const { t, formats } = useLanguage()
  const { verdict, nameHits, walletHits, vendorHits, gaps } = screening
  const words = t.screening
  const percent = new Intl.NumberFormat(formats.locale, { style: 'percent' })
  return (
    <div className="page">
      <p>
        <span className={`badge badge-${TONES[verdict]}`}>{words.verdicts[verdict]}</span>
      </p>
      <ul className="items">
        {nameHits.map((hit) => (
          <li key={`${hit.list} ${hit.entryId} ${hit.listedName}`} className="item item-wide">
            <p>
              <strong>
                <bdi>{hit.listedName}</bdi>
              </strong>{' '}
              {percent.format(hit.score)} {hit.isStrong && words.strong}
            </p>
            <p className="soft">
              {words.names[hit.list]} · <bdi>{hit.entryId}</bdi>
              {hit.birthYears.length > 0 && ` · ${words.born(hit.birthYears.join(', '), hit.isBirthYearSame)}`}
              {hit.isIdentifierSame && ` · ${words.sameNumber}`}
              {hit.programs.length > 0 && ` · ${hit.programs.join(', ')}`}
            </p>
          </li>
        ))}
        {walletHits.map((hit) => (
          <li key={`${hit.list} ${hit.entryId} ${hit.address}`} className="item item-wide">
            <p>
              <code dir="ltr">{hit.address}</code> {hit.asset}
            </p>
            <p className="soft">
              {words.names[hit.list]} · <bdi>{hit.entryId}</bdi>
            </p>
          </li>
        ))}
        {vendorHits.map((hit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the hits of a vendor have nothing else of their own.
          <li key={index} className="item item-wide">
            <p>
              <bdi>{hit.listedName}</bdi> {words.vendor}
            </p>
          </li>
        ))}
        {gaps.map(({ code, message }) => (
          <li key={code} className="item item-wide">
            <p>
              <ServiceText text={message} /> <code>{code}</code>
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
