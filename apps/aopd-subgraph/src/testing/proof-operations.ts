import type { openTestNode } from './open-test-node.ts'

/** The fields of a proof that tests read from the response to `REQUEST`. */
export interface SelectedProof {
  readonly id: string
  readonly challenge: string
  readonly portalUrl: string
  readonly aoppUri: string | null
}

export const REQUEST = `mutation ($input: RequestSignatureProofInput!) { aopd { requestSignatureProof(input: $input) {
  __typename id asset address status method challenge portalUrl aoppUri attempts attemptsMax verdict { outcome }
  transaction { id } addressBookEntry { id } customerReference decidedBy { id } expiresAt createdAt updatedAt } } }`

export const SUBMIT = `mutation ($id: ID!, $address: String!, $signature: String!) { aopd { submitSignature(id: $id, address: $address, signature: $signature) {
  id status address attempts verdict { outcome code reason verifier } } } }`

/** Requests a proof through the API. Throws if it is refused. */
export async function requestProof(
  node: Awaited<ReturnType<typeof openTestNode>>,
  input: object,
): Promise<SelectedProof> {
  const { data, errors } = await node.query<{ aopd: { requestSignatureProof: SelectedProof } }>(REQUEST, { input })
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data.aopd.requestSignatureProof
}
