import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { DecodeTravelAddressDocument, type DecodeTravelAddressQuery } from '../api/operations.generated.ts'
import { type ApiProblem, apiProblem } from '../api/problem.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { Button } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ProblemText } from '../ui/notice.tsx'
import { TrustBadge } from '../vasps/trust-badge.tsx'

const ScanDialog = lazyPart(() => import('./scan-dialog.tsx'), 'ScanDialog')

const DELAY_MS = 300
const LENGTH_MAX = 1_024

interface TravelAddressFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A travel address (typed, pasted or scanned), and the VASP behind it. */
export function TravelAddressField({ value, onChange }: TravelAddressFieldProps) {
  const { t } = useLanguage()
  const [isScanning, setScanning] = useState(false)
  const decoded = useDecoded(value)
  const words = t.newTransfer
  return (
    <div className="stack">
      <InputField
        label={t.transaction.travelAddress}
        hint={words.travelAddressHint}
        problem={decoded.problem && <ProblemText problem={decoded.problem} />}
        isRequired
        isCode
        value={value}
        onChange={onChange}
        lengthMax={LENGTH_MAX}
      />
      <div className="action-buttons">
        <Button onClick={() => setScanning(true)}>{words.scan}</Button>
      </div>
      <div role="status">
        {decoded.isLoading && t.app.loading}
        {decoded.target && <Target target={decoded.target} />}
      </div>
      {isScanning && (
        <ScanDialog
          onClose={(text) => {
            setScanning(false)
            if (text !== undefined) onChange(withoutScheme(text))
          }}
        />
      )}
    </div>
  )
}

type TravelAddressTarget = NonNullable<NonNullable<DecodeTravelAddressQuery['trpd']>['decodeTravelAddress']>

/** The VASP that receives an inquiry, and if the inquiry is sent immediately. */
function Target({ target }: { readonly target: TravelAddressTarget }) {
  const { t } = useLanguage()
  const words = t.newTransfer
  const { vasp, host } = target
  return (
    <div className="stack">
      <p>
        {words.goesTo} <strong>{isolated(vasp?.name ?? host)}</strong> {vasp && <TrustBadge trust={vasp.trust} />}{' '}
        {vasp === null && <span className="soft">{words.unknownVasp}</span>}
        {vasp !== null && vasp.name !== host && <span className="soft">{host}</span>}
      </p>
      {vasp?.trust === 'BLOCKED' && <p className="field-problem">{words.blockedVasp}</p>}
      {vasp?.trust !== 'TRUSTED' && vasp?.trust !== 'BLOCKED' && <p className="soft">{words.untrustedVasp}</p>}
      {vasp?.deliveryPausedUntil != null && <p className="soft">{words.pausedVasp}</p>}
    </div>
  )
}

interface Decoded {
  readonly isLoading?: boolean
  readonly target?: TravelAddressTarget | undefined
  readonly problem?: ApiProblem
}

/** Decodes a travel address: requested shortly after the last change, and aborted on the next one. */
export function useDecoded(text: string): Decoded {
  const client = useApolloClient()
  const [decoded, setDecoded] = useState<Decoded>({})
  useEffect(() => {
    const travelAddress = text.trim()
    setDecoded({})
    if (travelAddress === '') return
    const stop = new AbortController()
    const { signal } = stop
    const timer = setTimeout(() => {
      setDecoded({ isLoading: true })
      client
        .query({
          query: DecodeTravelAddressDocument,
          variables: { travelAddress },
          fetchPolicy: 'no-cache',
          context: { fetchOptions: { signal }, queryDeduplication: false },
        })
        .then(
          ({ data }): Decoded => ({ target: data?.trpd?.decodeTravelAddress ?? undefined }),
          (error): Decoded => ({ problem: apiProblem(error) }),
        )
        .then((next) => signal.aborted || setDecoded(next))
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, text])
  return decoded
}

/** QR codes of LNURLs may begin with a scheme. */
function withoutScheme(text: string): string {
  return text.trim().replace(/^lightning:/i, '')
}
