import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { attributeAddress } from '../actions/attribution/attribute-address.ts'
import type { Resolvers } from './resolvers.generated.ts'
import { unwrap } from './unwrap.ts'

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
