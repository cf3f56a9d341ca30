import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { attributeAddress } from '../actions/attribute-address.ts'

export const attributionResolvers: Resolvers = {
  TrpdQuery: {
    attributionVendor: (_parent, _args, { service }) => service.attribution?.mapping.vendor ?? null,
    attributeAddress: async (_parent, args, { service, signal }) =>
      unwrap(await attributeAddress(service, args, signal)),
  },
  AddressAttribution: {
    vaspName: ({ vaspName }) => (vaspName === undefined ? null : withoutBidiControls(vaspName)),
    website: ({ website }) => website ?? null,
    vasp: ({ vasp }) => vasp ?? null,
    vendor: ({ vendor }) => vendor ?? null,
    gap: ({ gap }) => gap ?? null,
  },
}
