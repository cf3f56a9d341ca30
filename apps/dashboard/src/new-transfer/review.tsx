import { useQuery } from '@apollo/client/react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { InquireDocument, NewTransferFactsDocument, RegisterOfflineDocument } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { baseAmount } from '../language/amount.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/fact.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { inquireInput, offlineInput, partiesDocument, type TransferDraft } from './draft.ts'
import { useDecoded } from './travel-address-field.tsx'

interface ReviewProps {
  readonly draft: TransferDraft
  readonly onBack: () => void
  readonly onSent: () => void
}

/** A preview of what the counterparty will see. */
export function Review({ draft, onBack, onSent }: ReviewProps) {
  const { t, formats } = useLanguage()
  const api = useApi()
  const [, navigate] = useLocation()
  const { data } = useQuery(NewTransferFactsDocument)
  const isTrp = draft.channel === 'TRP'
  const { target } = useDecoded(isTrp ? draft.travelAddress : '')
  const { isWorking, problem, run } = useAttempt()
  const heading = useRef<HTMLHeadingElement>(null)
  // A screen reader continues here, not at the removed button.
  useEffect(() => heading.current?.focus(), [])
  const words = t.newTransfer.review
  const asset = data?.trpd?.assets.find(({ id }) => id === draft.asset)
  const base = asset && baseAmount(draft.amount.trim(), asset.decimals)
  const own = data?.trpd?.ownIdentity
  const party = isolated(target?.vasp?.name ?? target?.host ?? t.transaction.channels[draft.channel])

  const send = () =>
    run(async () => {
      const id = isTrp ? await inquire() : await register()
      onSent()
      navigate(id === undefined ? '/' : `/transactions/${encodeURIComponent(id)}`)
    })

  async function inquire(): Promise<string | undefined> {
    const sent = await api.send(InquireDocument, { input: inquireInput(draft) })
    return sent?.trpd?.inquire?.id
  }

  async function register(): Promise<string | undefined> {
    const sent = await api.send(RegisterOfflineDocument, { input: offlineInput(draft) })
    return sent?.trpd?.registerOfflineTx?.id
  }

  return (
    <>
      <section className="card" aria-labelledby="review">
        <h2 id="review" ref={heading} tabIndex={-1}>
          {isTrp ? words.seen(party) : words.recorded}
        </h2>
        {target && target.vasp?.trust !== 'TRUSTED' && <p>{words.untrusted}</p>}
        <dl className="facts">
          <Fact label={t.inbox.columns.amount}>
            {formats.decimal(draft.amount.trim())} {asset?.symbol ?? draft.asset}
            {base !== undefined && <span className="soft"> {t.transaction.baseUnits(formats.decimal(base))}</span>}
          </Fact>
          <Fact label={t.transaction.travelAddress}>
            {isTrp && <code dir="ltr">{draft.travelAddress.trim()}</code>}
          </Fact>
          <Fact label={t.transaction.address}>{!isTrp && <code dir="ltr">{draft.address.trim()}</code>}</Fact>
          <Fact label={words.from}>
            {isTrp && own && <bdi>{own.lei ? `${own.name}, LEI ${own.lei}` : own.name}</bdi>}
          </Fact>
        </dl>
        <h3>{t.transaction.raw}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
        <pre className="document" tabIndex={0} dir="ltr">
          {partiesDocument(draft)}
        </pre>
        {isTrp && draft.customerReference.trim() !== '' && <p className="soft">{words.notSent}</p>}
      </section>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      <div className="action-buttons">
        <Button look="main" aria-disabled={isWorking} onClick={() => void send()}>
          {isWorking ? t.actions.working : isTrp ? words.send : words.record}
        </Button>
        <Button onClick={onBack}>{t.actions.cancelDialog}</Button>
      </div>
    </>
  )
}
