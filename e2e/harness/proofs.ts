import type { Api } from './api.ts'

/** The fields that the operations below select. */
export interface Proof {
  readonly id: string
  readonly status: string
  readonly asset: string
  readonly address: string | null
  readonly challenge: string
  readonly verdict: {
    readonly outcome: string
    readonly code: string
    readonly reason: string
    readonly verifier: string
  } | null
}

export const PROOF = 'id status asset address challenge verdict { outcome code reason verifier }'
export const REQUEST_PROOF = `mutation ($input: RequestSignatureProofInput!) { aopd { requestSignatureProof(input: $input) { ${PROOF} } } }`

export async function requestProof(api: Api, input: object): Promise<Proof> {
  const { aopd } = await api.request<{ aopd: { requestSignatureProof: Proof } }>(REQUEST_PROOF, { input })
  return aopd.requestSignatureProof
}

export async function submitSignature(
  api: Api,
  input: { id: string; address: string; signature: string },
): Promise<Proof> {
  const query = `mutation ($id: ID!, $address: String!, $signature: String!) {
    aopd { submitSignature(id: $id, address: $address, signature: $signature) { ${PROOF} } } }`
  const { aopd } = await api.request<{ aopd: { submitSignature: Proof } }>(query, input)
  return aopd.submitSignature
}
