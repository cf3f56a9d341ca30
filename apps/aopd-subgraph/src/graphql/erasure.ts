import { actorOf } from '@travel-rule/subgraph/actor-of'
import { eraseProof, eraseProofs } from '../actions/erase-proofs.ts'
import { exportProofs } from '../actions/export-proofs.ts'
import { endLegalHold, setLegalHold } from '../actions/legal-hold.ts'
import { PROOF_SUBJECT } from '../store/save-proof.ts'
import type { Context } from './context.ts'
import type { Resolvers } from './resolvers.generated.ts'
import { unwrap } from './unwrap.ts'

export const erasureResolvers: Pick<
  Resolvers<Context>,
  'AopdMutation' | 'ProofErasure' | 'ProofExport' | 'ProofLegalHold'
> = {
  AopdMutation: {
    eraseProof: async (_, args, { service, identity }) => unwrap(await eraseProof(service, args, actorOf(identity))),
    eraseProofs: async (_, args, { service, identity }) => unwrap(await eraseProofs(service, args, actorOf(identity))),
    exportProofs: async (_, args, { service, identity, accesses }) => {
      const exported = unwrap(await exportProofs(service, args, actorOf(identity)))
      const records = exported.ids.map((id) => ({ type: PROOF_SUBJECT, id }))
      accesses?.noteRecords('AopdMutation.exportProofs', records)
      return exported
    },
    setLegalHold: async (_, args, { service, identity }) =>
      unwrap(await setLegalHold(service, args, actorOf(identity))),
    endLegalHold: async (_, args, { service, identity }) =>
      unwrap(await endLegalHold(service, args, actorOf(identity))),
  },
  ProofErasure: { ticket: ({ ticket }) => ticket ?? null },
  ProofExport: {
    proofs: ({ ids }) => ids.length,
    next: ({ next }) => next ?? null,
  },
  ProofLegalHold: { setBy: ({ setBy }) => ({ id: setBy }) },
}
