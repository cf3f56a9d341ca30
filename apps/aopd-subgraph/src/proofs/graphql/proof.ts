import type { Context } from '../../graphql/context.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { parseAddress } from '../../signatures/domain/address.ts'
import { aoppUri, portalUrl } from '../domain/aopp-uri.ts'

export const proofResolvers: Pick<Resolvers<Context>, 'OwnershipProof' | 'SignatureProof'> = {
  OwnershipProof: { __resolveType: () => 'SignatureProof' },
  SignatureProof: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.proof.load(id)) ?? null,
    method: () => 'SIGNATURE',
    address: ({ address }) => address ?? null,
    customerReference: ({ customerReference }) => customerReference ?? null,
    transaction: ({ transactionId }) => referenceTo(transactionId),
    addressBookEntry: ({ addressBookEntryId }) => referenceTo(addressBookEntryId),
    verdict: ({ submission }) => submission?.verdict ?? null,
    decidedBy: ({ decidedBy }) => referenceTo(decidedBy),
    personalData: ({ erasedAt }) => (erasedAt === undefined ? 'HELD' : 'ERASED'),
    erasedAt: ({ erasedAt }) => erasedAt ?? null,
    legalHold: async ({ id, erasedAt }, _, { loaders }) =>
      erasedAt === undefined ? ((await loaders.legalHold.load(id)) ?? null) : null,
    portalUrl: (proof, _, { publicUrl }) => (proof.erasedAt === undefined ? portalUrl(publicUrl, proof) : null),
    aoppUri: (proof, _, { publicUrl, service }) =>
      (proof.erasedAt === undefined ? aoppUri(publicUrl, proof, service.terms.assets.of(proof.asset)) : undefined) ??
      null,
    signature: ({ submission }) => submission?.signature || null,
    submittedAddress: ({ submission }) => submission?.address || null,
    submissions: ({ id }, _, { loaders }) => loaders.submissionsOfProof.load(id),
    decisionReason: ({ decisionReason }) => decisionReason ?? null,
    revocationReason: ({ status, decisionReason }) => (status === 'REVOKED' ? (decisionReason ?? null) : null),
  },
}

function referenceTo(id: string | undefined): { readonly id: string } | null {
  return id === undefined ? null : { id }
}

/** The fields that this subgraph adds to entities of trpd. */
export const linkedEntityResolvers: Pick<Resolvers<Context>, 'Transaction' | 'AddressBookEntry'> = {
  Transaction: {
    ownershipProofs: ({ id }, _, { loaders }) => loaders.proofsOfTransaction.load(id),
    addressOwnershipProofs: ({ counterpartyAddress, asset }, _, { loaders, service }) => {
      if (asset === undefined || counterpartyAddress == null) return []
      const provable = service.terms.assets.parse(asset.id)
      if (!provable.ok) return []
      const address = parseAddress(provable.value, counterpartyAddress)
      return address.ok ? loaders.proofsOfAddress.load(address.value.canonical) : []
    },
  },
  AddressBookEntry: {
    ownershipProofs: ({ id }, _, { loaders }) => loaders.proofsOfAddressBookEntry.load(id),
  },
}

export const evidenceResolvers: Pick<Resolvers<Context>, 'TransactionEvidence'> = {
  TransactionEvidence: {
    __resolveReference: ({ transactionId }) => ({ transactionId }),
    proofs: async ({ transactionId }, _args, { loaders }) => {
      const proofs = await loaders.proofsOfTransaction.load(transactionId)
      return JSON.stringify(
        await Promise.all(
          // The token is left out, because anyone who has it can submit a signature.
          proofs.map(async ({ token: _, submission: __, ...proof }) => ({
            ...proof,
            submissions: await loaders.submissionsOfProof.load(proof.id),
          })),
        ),
      )
    },
  },
}
