import { listAssets } from '../domain/asset.ts'
import { OWN_TRP_VERSION } from '../domain/trp-version.ts'
import type { Resolvers } from './resolvers.generated.ts'

export const assetResolvers: Resolvers = {
  TrpdQuery: {
    assets: () => [...listAssets()],
    ownIdentity: (_parent, _args, { service }) => service.rules.own,
  },
  Asset: { slip0044: ({ slip0044 }) => slip0044?.number ?? null },
  OwnIdentity: { apiVersion: () => OWN_TRP_VERSION },
}
