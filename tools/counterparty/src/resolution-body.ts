import { isRecord } from './exact-json.ts'
import { isCallbackUrl } from './inquiry-body.ts'

export type Decision =
  | { readonly type: 'approved'; readonly address: string; readonly callback: string }
  | { readonly type: 'rejected'; readonly why: string }

/** What the beneficiary's VASP decided. `undefined` = the body holds no decision, or more than one. */
export function readDecision(body: unknown): Decision | undefined {
  if (!isRecord(body) || Number('approved' in body) + Number('rejected' in body) !== 1 || 'version' in body)
    return undefined
  if (typeof body.rejected === 'string') return { type: 'rejected', why: body.rejected }
  if (!isRecord(body.approved)) return undefined
  const { address, callback } = body.approved
  if (typeof address !== 'string' || address === '' || typeof callback !== 'string' || !isCallbackUrl(callback)) {
    return undefined
  }
  return { type: 'approved', address, callback }
}

/** Whether the answer to an inquiry says that the decision comes later: `{"version"}` alone. */
export function isPostponed(body: unknown): boolean {
  return isRecord(body) && typeof body.version === 'string' && !('approved' in body) && !('rejected' in body)
}
