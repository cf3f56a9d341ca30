import type { openTestNode } from './open-test-node.ts'

/** What the operations below select of a proof. */
export interface ProofAnswer {
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

/** A proof requested through the API. Throws when it is refused. */
export async function requestProof(
  node: Awaited<ReturnType<typeof openTestNode>>,
  input: object,
): Promise<ProofAnswer> {
  const { data, errors } = await node.query<{ aopd: { requestSignatureProof: ProofAnswer } }>(REQUEST, { input })
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data.aopd.requestSignatureProof
}
