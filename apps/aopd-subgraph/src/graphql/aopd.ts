import { newestPosition } from '@travel-rule/database/outbox'
import { PROGRAM_VERSION } from '@travel-rule/service/program-version'
import { actorOf } from '@travel-rule/subgraph/caller'
import { loadPage, readPage } from '@travel-rule/subgraph/page'
import { NAMESPACE } from '@travel-rule/subgraph/resolver-values'
import { type PositionedEvent, resumable, resumeRefusal } from '@travel-rule/subgraph/subgraph-resume'
import {
  cancelProof,
  decideProof,
  requestSignatureProof,
  revokeProof,
  submitSignature,
  watchProofs,
} from '../proofs/actions/proof-actions.ts'
import type { Proof } from '../proofs/domain/proof.ts'
import { type ProofFilter, parseProofFilter } from '../proofs/domain/proof-filter.ts'
import { supportedMethods } from '../signatures/domain/verify-signature.ts'
import { countProofs, listProofs } from '../store/list-proofs.ts'
import type { Context } from './context.ts'
import type { Resolvers } from './resolvers.generated.ts'
import { unwrap } from './unwrap.ts'

export const aopdResolvers: Pick<
  Resolvers<Context>,
  'Query' | 'Mutation' | 'Subscription' | 'AopdQuery' | 'AopdMutation'
> = {
  Query: { aopd: () => NAMESPACE },
  Mutation: { aopd: () => NAMESPACE },
  AopdQuery: {
    programVersion: () => PROGRAM_VERSION,
    eventPosition: async (_, __, { service }) => String(await newestPosition(service.database.db)),
    proofs: (_, { filter, ...args }, context) => {
      const page = readPage(args)
      return loadPage(page.limit, context.runHeavy, () =>
        listProofs(readerOf(context), parseProofFilter(filter, context.service.terms.assets), page),
      )
    },
    proofsCount: (_, { filter }, context) =>
      countProofs(readerOf(context), parseProofFilter(filter, context.service.terms.assets)),
    proof: async (_, { id }, { loaders }) => (await loaders.proof.load(id)) ?? null,
    supportedMethods: (_, { asset }, { service: { terms } }) => {
      const assets = asset === null || asset === undefined ? terms.assets.all : [unwrap(terms.assets.parse(asset))]
      return assets.flatMap(supportedMethods).map((method) => ({ ...method, addressTypes: [...method.addressTypes] }))
    },
    configuration: (_, __, { service: { terms }, publicUrl }) => ({
      vaspName: terms.vaspName,
      publicUrl,
      proofTtlSeconds: terms.ttlSeconds,
      attemptsMax: terms.attemptsMax,
      assets: terms.assets.all.map(({ key, ids, symbol, name }) => ({ key, ids: [...ids], symbol, name })),
    }),
  },
  AopdMutation: {
    requestSignatureProof: async (_, { input }, { service, identity }) =>
      unwrap(await requestSignatureProof(service, input, actorOf(identity))),
    submitSignature: async (_, { id, address, signature }, { service, identity }) =>
      unwrap(
        await submitSignature(service, { id }, { address, signature }, { actor: actorOf(identity), channel: 'API' }),
      ),
    cancelProof: async (_, { id }, { service, identity }) => unwrap(await cancelProof(service, id, actorOf(identity))),
    decideProof: async (_, { id, decision, reason }, { service, identity }) =>
      unwrap(await decideProof(service, { id, decision, reason }, actorOf(identity))),
    revokeProof: async (_, { id, reason }, { service, identity }) =>
      unwrap(await revokeProof(service, { id, reason }, actorOf(identity))),
  },
  Subscription: {
    aopdProofs: {
      subscribe: async (_, { filter }, context) => {
        const start = await context.feed.begin(context.resumeAfter)
        if ('problem' in start) throw resumeRefusal(start.problem)
        const { after, position } = start
        return resumable({
          after: position,
          pages: changes(context, { filter: parseProofFilter(filter, context.service.terms.assets), after }),
        })
      },
      resolve: (proof: Proof) => proof,
    },
  },
}

async function* changes(
  { feed, signal, logger, service }: Context,
  { filter, after }: { readonly filter: ProofFilter; readonly after: bigint },
): AsyncGenerator<readonly PositionedEvent<Proof>[], void> {
  const reader = readerOf({ service })
  for await (const page of watchProofs({ feed, signal, logger, reader, filter, after })) {
    yield page.map(({ event, record }) => ({ position: feed.positionOf(event), at: event.at, value: record }))
  }
}

function readerOf({ service }: Pick<Context, 'service'>) {
  return { db: service.database.db, sealer: service.sealer }
}
