import { isRecord } from './exact-json.ts'

export type Ending =
  | { readonly type: 'txid'; readonly txid: string }
  | { readonly type: 'canceled'; readonly why: string }

/** How the originator's VASP ended the transfer. `undefined` = neither or both of `txid` and `canceled`. */
export function readEnding(body: unknown): Ending | undefined {
  if (!isRecord(body)) return undefined
  const { txid, canceled } = body
  if (typeof txid === 'string' && txid !== '' && !('canceled' in body)) return { type: 'txid', txid }
  if ('txid' in body) return undefined
  if (typeof canceled === 'string') return { type: 'canceled', why: canceled }
  return canceled === null ? { type: 'canceled', why: '' } : undefined
}
