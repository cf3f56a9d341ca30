import { defineSettings, type Parsed, portSetting } from '@travel-rule/service/settings'
import { z } from 'zod'

/** Settings of a whole node on one machine. The settings of each part may be given beside them. */
export const settings = defineSettings({
  dataDir: {
    variable: 'DATA_DIR',
    schema: z.string(),
    default: '.data',
    description:
      'Folder of everything the node keeps: database, keys, logs and `node.json`. Relative to the repository.',
  },
  gatewayPort: {
    variable: 'GATEWAY_PORT',
    schema: portSetting,
    default: '4000',
    description: 'Public port of the gateway: `/graphql`, `/graphql-ws` and `/auth`.',
  },
  gatewayInternalPort: {
    variable: 'GATEWAY_INTERNAL_PORT',
    schema: portSetting,
    default: '4010',
    description: 'Internal port of the gateway: published keys, health and metrics.',
  },
  trpdPort: { variable: 'TRPD_PORT', schema: portSetting, default: '4001', description: 'Internal port of trpd.' },
  trpPort: {
    variable: 'TRPD_TRP_PORT',
    schema: portSetting,
    default: '4101',
    description: 'Public port of the TRP listener.',
  },
  aopdPort: { variable: 'AOPD_PORT', schema: portSetting, default: '4002', description: 'Internal port of aopd.' },
  aoppPort: {
    variable: 'AOPD_AOPP_PORT',
    schema: portSetting,
    default: '4102',
    description: 'Public port of the AOPP listener and of the page for customers.',
  },
  autodPort: { variable: 'AUTOD_PORT', schema: portSetting, default: '4003', description: 'Internal port of autod.' },
  identityProviderPort: {
    variable: 'IDP_PORT',
    schema: portSetting,
    default: '4020',
    description: 'Port of the embedded identity provider, reached through `/auth` of the gateway.',
  },
  counterpartyPort: {
    variable: 'COUNTERPARTY_PORT',
    schema: portSetting,
    default: '4201',
    description: 'Port of the demo counterparty.',
  },
})

export type Config = Parsed<typeof settings>
