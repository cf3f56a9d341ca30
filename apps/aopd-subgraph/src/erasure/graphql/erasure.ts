import { actorOf } from '@travel-rule/subgraph/caller'
import type { Context } from '../../graphql/context.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { PROOF_SUBJECT } from '../../store/save-proof.ts'
import { eraseProof, eraseProofs } from '../actions/erase-proofs.ts'
import { exportProofs } from '../actions/export-proofs.ts'
import { endLegalHold, setLegalHold } from '../actions/legal-hold.ts'
import { planRetention } from '../actions/retention.ts'

export const erasureResolvers: Pick<
  Resolvers<Context>,
  'AopdQuery' | 'AopdMutation' | 'ProofExport' | 'ProofLegalHold' | 'ProofRetention'
> = {
  AopdQuery: {
    retention: (_, __, { service, runHeavy }) => runHeavy(() => planRetention(service)),
  },
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
  ProofExport: {
    proofs: ({ ids }) => ids.length,
    next: ({ next }) => next ?? null,
  },
  ProofRetention: {
    jurisdiction: ({ period }) => period?.code ?? null,
    unusedProofYears: ({ period }) => period?.unusedProofYears.value ?? null,
    unusedProofSource: ({ period }) => period?.unusedProofYears.source ?? null,
    transactionProofYears: ({ period }) => period?.transactionProofYears.value ?? null,
    transactionProofSource: ({ period }) => period?.transactionProofYears.source ?? null,
  },
  ProofLegalHold: { setBy: ({ setBy }) => ({ id: setBy }) },
}
