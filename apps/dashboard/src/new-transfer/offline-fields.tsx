import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect, useRef, useState } from 'react'
import {
  AttributeAddressDocument,
  type AttributeAddressQuery,
  AttributionVendorDocument,
  type Direction,
} from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { InputField, SelectField } from '../ui/field.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { TrustBadge } from '../vasps/trust-badge.tsx'
import { VaspField } from '../vasps/vasp-field.tsx'
import type { TransferDraft } from './draft.ts'

interface OfflineFieldsProps {
  readonly draft: TransferDraft
  readonly onChange: (changes: Partial<TransferDraft>) => void
}

const DIRECTIONS: readonly Direction[] = ['SENT', 'RECEIVED']
const ADDRESS_LENGTH_MAX = 1_024

/** Known facts about a transfer that is not exchanged over TRP. */
export function OfflineFields({ draft, onChange }: OfflineFieldsProps) {
  const { t } = useLanguage()
  const words = t.newTransfer
  return (
    <div className="stack">
      <SelectField
        label={t.inbox.direction}
        value={draft.direction}
        onChange={(direction) => direction !== '' && onChange({ direction })}
        options={DIRECTIONS.map((each) => [each, words.directions[each]])}
      />
      {draft.channel === 'OFFLINE' && (
        <VaspField none={words.vaspUnknown} value={draft.vasp} onChange={(vasp) => onChange({ vasp })} />
      )}
      <InputField
        label={t.transaction.address}
        hint={words.addressHint}
        isRequired
        isCode
        value={draft.address}
        onChange={(address) => onChange({ address })}
        lengthMax={ADDRESS_LENGTH_MAX}
      />
      {draft.direction === 'RECEIVED' && (
        <InputField
          label={words.originAddress}
          isCode
          value={draft.originAddress}
          onChange={(originAddress) => onChange({ originAddress })}
          lengthMax={ADDRESS_LENGTH_MAX}
        />
      )}
      <AttributionLine
        asset={draft.asset}
        address={draft.direction === 'RECEIVED' ? draft.originAddress : draft.address}
        isSelfHosted={draft.channel === 'SELF_HOSTED'}
      />
      <InputField
        label={t.transaction.txHash}
        hint={words.txHashHint}
        isCode
        value={draft.txHash}
        onChange={(txHash) => onChange({ txHash })}
        lengthMax={ADDRESS_LENGTH_MAX}
      />
    </div>
  )
}

interface AttributionLineProps {
  readonly asset: string
  /** Address of the other party. */
  readonly address: string
  readonly isSelfHosted: boolean
}

type Attribution = NonNullable<NonNullable<AttributeAddressQuery['trpd']>['attributeAddress']>

/** Which VASP holds an address, according to a vendor. Requested on demand, since each response costs money. */
function AttributionLine({ asset, address, isSelfHosted }: AttributionLineProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const vendor = useQuery(AttributionVendorDocument).data?.trpd?.attributionVendor
  const [isWorking, setWorking] = useState(false)
  const [hint, setHint] = useState<string>()
  const [problem, setProblem] = useState<ApiProblem>()
  const [attribution, setAttribution] = useState<Attribution>()
  const asked = useRef<AbortController>(undefined)
  const words = t.newTransfer.attribution

  // biome-ignore lint/correctness/useExhaustiveDependencies: the response is about this address only
  useEffect(() => {
    setAttribution(undefined)
    setProblem(undefined)
    setHint(undefined)
    setWorking(false)
    return () => asked.current?.abort()
  }, [asset, address])

  async function ask(): Promise<void> {
    if (isWorking) return
    const isMissing = asset === '' || address.trim() === ''
    setHint(isMissing ? words.first : undefined)
    if (isMissing) return
    const stop = new AbortController()
    const { signal } = stop
    asked.current = stop
    setWorking(true)
    setProblem(undefined)
    setAttribution(undefined)
    try {
      const { data } = await client.query({
        query: AttributeAddressDocument,
        variables: { asset, address: address.trim() },
        fetchPolicy: 'no-cache',
        context: { fetchOptions: { signal }, queryDeduplication: false },
      })
      const found = data?.trpd?.attributeAddress
      if (!found) throw new Error('the response has no attribution')
      if (!signal.aborted) setAttribution(found)
    } catch (error) {
      if (!signal.aborted) setProblem(apiProblem(error))
    }
    if (!signal.aborted) setWorking(false)
  }

  if (!vendor) return null
  return (
    <div className="stack">
      <div className="action-buttons">
        <Button aria-disabled={isWorking} onClick={() => void ask()}>
          {isWorking ? t.actions.working : words.ask(isolated(vendor))}
        </Button>
      </div>
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      <div role="status">
        {hint}
        {attribution && <Answer attribution={attribution} isSelfHosted={isSelfHosted} />}
      </div>
    </div>
  )
}

interface AnswerProps {
  readonly attribution: Attribution
  readonly isSelfHosted: boolean
}

function Answer({ attribution, isSelfHosted }: AnswerProps) {
  const { t, formats } = useLanguage()
  const words = t.newTransfer.attribution
  const { verdict, vaspName, website, vasp } = attribution
  const vendor = isolated(attribution.vendor ?? '')
  const at = formats.dateTime(attribution.at)
  if (verdict === 'UNKNOWN') return <p>{words.unknown(vendor)}</p>
  if (verdict === 'NO_VASP_KNOWN') return <p>{words.none(vendor, at)}</p>
  return (
    <div className="stack">
      <p>
        {words.belongs(isolated(vaspName ?? ''), vendor, at)} {website !== null && <bdi dir="ltr">{website}</bdi>}
      </p>
      {vasp && (
        <p>
          {words.inDirectory} <strong>{isolated(vasp.name)}</strong> <TrustBadge trust={vasp.trust} />
        </p>
      )}
      {isSelfHosted && <p className="field-problem">{words.notSelfHosted}</p>}
    </div>
  )
}
