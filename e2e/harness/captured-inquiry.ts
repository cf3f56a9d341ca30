import type { Api } from './api.ts'
import { type Exchange, startCounterparty } from './counterparty.ts'
import { eventually } from './eventually.ts'
import { issueAddress } from './transfers.ts'

/** A TRP inquiry that the node has accepted, to send again. With another `request-identifier`, it is a new one. */
export interface CapturedInquiry {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Captures an inquiry that another VASP sends to a new travel address of the node. */
export async function captureInquiry(api: Api): Promise<CapturedInquiry> {
  await using counterparty = await startCounterparty()
  const { travelAddress } = await issueAddress(api)
  const decode = `{ trpd { decodeTravelAddress(travelAddress: "${travelAddress}") { url } } }`
  const { trpd } = await api.request<{ trpd: { decodeTravelAddress: { url: string } } }>(decode)
  await counterparty.inquire({ travelAddress, asset: 'BTC', amount: '0.5', confirmAfterMs: null })
  const isAccepted = ({ kind, status }: Exchange) => kind === 'inquiry' && status === 200
  const [sent] = await eventually(
    async () => (await counterparty.log()).filter(isAccepted),
    ({ length }) => length > 0,
  )
  if (sent === undefined) throw new Error('the counterparty sent no inquiry')
  const { 'api-version': version = '', 'request-identifier': identifier = '', 'content-type': type = '' } = sent.headers
  return {
    url: `http://${trpd.decodeTravelAddress.url}`,
    headers: { 'api-version': version, 'request-identifier': identifier, 'content-type': type },
    body: sent.body,
  }
}
