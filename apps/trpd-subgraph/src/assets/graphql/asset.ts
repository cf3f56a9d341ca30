import { OWN_TRP_VERSION } from '../../foundation/domain/trp-version.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { chainOf } from '../domain/asset.ts'
import { memoFormatOf } from '../domain/ledger-string.ts'

export const assetResolvers: Resolvers = {
  TrpdQuery: {
    assets: (_parent, _args, { service }) => [...service.assets.all],
    ownIdentity: (_parent, _args, { service }) => service.policy.own,
  },
  Asset: {
    slip0044: ({ slip0044 }) => slip0044?.number ?? null,
    chain: (asset) => chainOf(asset),
    memoFormat: (asset) => memoFormatOf(asset) ?? null,
  },
  OwnIdentity: { apiVersion: () => OWN_TRP_VERSION },
}
