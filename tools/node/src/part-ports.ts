import type { Config } from './config.ts'

/** The ports of one part, keyed by the variable that sets each. */
export type PartPorts = Readonly<Record<string, number>>

/** The ports of every part that a node can have. */
export function partPorts(config: Config) {
  return {
    trpd: { TRPD_PORT: config.trpdPort, TRPD_TRP_PORT: config.trpPort },
    aopd: { AOPD_PORT: config.aopdPort, AOPD_AOPP_PORT: config.aoppPort },
    autod: { AUTOD_PORT: config.autodPort },
    gateway: { GATEWAY_PORT: config.gatewayPort, GATEWAY_INTERNAL_PORT: config.gatewayInternalPort },
    'identity-provider': { IDP_PORT: config.identityProviderPort },
    counterparty: { COUNTERPARTY_PORT: config.counterpartyPort },
  } as const satisfies Readonly<Record<string, PartPorts>>
}

/** The ports that a node listens on, keyed by the variable that sets each. */
export function portsInUse(config: Config, { demo, externalIssuer }: { demo: boolean; externalIssuer: boolean }) {
  const { counterparty, 'identity-provider': identityProvider, ...always } = partPorts(config)
  return Object.assign(
    {},
    ...Object.values(always),
    externalIssuer ? {} : identityProvider,
    demo ? counterparty : {},
  ) as PartPorts
}
