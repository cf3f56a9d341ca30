import type { Api } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'

/** The actions allowed on a transaction, and its last checks. */
interface ReleaseState {
  readonly status: string
  readonly release: {
    readonly maySend: boolean
    readonly mayApprove: boolean
    readonly mayPay: boolean
    readonly mayCredit: boolean
    readonly isChecking: boolean
    readonly obstacles: readonly {
      readonly code: string
      readonly check: string | null
      readonly finding: string | null
    }[]
  }
  readonly checks: readonly { readonly check: string; readonly verdict: string }[]
}

const STATE = `status checks { check verdict } release { maySend mayApprove mayPay mayCredit isChecking
  obstacles { code check finding } }`

async function releaseOf(api: Api, id: string): Promise<ReleaseState> {
  const query = `query ($id: ID!) { trpd { transaction(id: $id) { ${STATE} } } }`
  return (await api.request<{ trpd: { transaction: ReleaseState } }>(query, { id })).trpd.transaction
}

export function untilReleased(
  api: Api,
  id: string,
  matches: (release: ReleaseState['release']) => boolean,
): Promise<ReleaseState> {
  return eventually(
    () => releaseOf(api, id),
    ({ release }) => matches(release),
  )
}

/** Waits until a transaction has a finding. */
export function untilStopped(api: Api, id: string): Promise<ReleaseState> {
  return untilReleased(api, id, ({ isChecking, obstacles }) => !isChecking && obstacles.length > 0)
}

/** Waits until a hit has put the case on hold. */
export function untilHeld(api: Api, id: string): Promise<ReleaseState> {
  const codes = ['CASE_ON_HOLD', 'FINDING_OPEN']
  return untilReleased(api, id, ({ obstacles }) => codes.every((code) => obstacles.some((each) => each.code === code)))
}

/** Accepts all findings that stop a transaction. `api` must belong to a person. */
export async function acceptFindings(api: Api, id: string): Promise<void> {
  const { release } = await untilReleased(
    api,
    id,
    ({ isChecking, obstacles }) => !isChecking && obstacles.some(({ finding }) => finding !== null),
  )
  for (const { finding } of release.obstacles) if (finding !== null) await acceptFinding(api, id, finding)
}

const ACCEPT = `mutation ($id: ID!, $finding: ID!) {
  trpd { acceptFinding(id: $id, finding: $finding, reason: "Another person of this name") { id } } }`

function acceptFinding(api: Api, id: string, finding: string): Promise<unknown> {
  return api.request(ACCEPT, { id, finding })
}
