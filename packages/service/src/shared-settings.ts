import { z } from 'zod'
import {
  addressesSetting,
  booleanSetting,
  databaseConnectionsSetting,
  drainSecondsSetting,
  logLevelSetting,
  urlSetting,
} from './setting-schemas.ts'

const hostSetting = z.string().min(1)

/**
 * Settings that have the same name and meaning in every part of a node, so that an operator sets them once. Each takes
 * the variables that the part had for them in earlier versions.
 */
export const sharedSettings = {
  publicHost: (...formerly: string[]) => ({
    variable: 'PUBLIC_HOST',
    formerly,
    schema: hostSetting,
    default: '127.0.0.1',
    description:
      'Address that the public ports listen on. Set 0.0.0.0 in a container, or when clients, VASPs, customers or a proxy on other machines connect to them. With npm start, only the gateway reads it.',
  }),
  internalHost: (...formerly: string[]) => ({
    variable: 'INTERNAL_HOST',
    formerly,
    schema: hostSetting,
    default: '127.0.0.1',
    description:
      'Address that the internal ports listen on. Set 0.0.0.0 in a container, or when other parts or monitoring run on other machines. npm start keeps them on 127.0.0.1.',
  }),
  trustedProxies: (...formerly: string[]) => ({
    variable: 'TRUSTED_PROXIES',
    formerly,
    schema: addressesSetting.optional(),
    description:
      'Addresses and networks of proxies in front of the public ports, which name the client in x-forwarded-for. Set it behind any proxy or load balancer: limits per address then count clients, and connections of these proxies are not limited by address. With TRPD_TLS_TERMINATION=proxy, those of trpd also name the certificate of the client: list only proxies that verify it and remove Client-Cert from requests.',
    example: '10.0.0.7,10.1.0.0/16',
  }),
  /** `fallback` is the default, which depends on how many pools the part has. */
  databaseConnections: (fallback: string, ...formerly: string[]) => ({
    variable: 'DATABASE_CONNECTIONS',
    formerly,
    schema: databaseConnectionsSetting,
    default: fallback,
    description:
      'Maximum number of connections in the pools of a process, from 4 to 1000. A quarter each is reserved for the public listener of trpd and aopd, and for their jobs. A few more are for listening, leases and feeds: see production.md, Replicas. Raise it if requests wait for a connection.',
  }),
  /** Of records that the sealing keys encrypt. */
  dataKeys: (...formerly: string[]) => ({
    variable: 'DATA_KEYS',
    formerly,
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether each record of personal data is encrypted with a key of its own, which the sealing keys wrap. Versions up to 0.1.0 cannot read such records: set false while replicas of one run.',
  }),
  assertionJwksUrl: (...formerly: string[]) => ({
    variable: 'ASSERTION_JWKS_URL',
    formerly,
    schema: urlSetting,
    default: 'http://127.0.0.1:4010/.well-known/jwks.json',
    description:
      "URL of the gateway's public keys on its internal port, which verify identity assertions. Set it where the gateway runs on another host.",
  }),
  feedJwksUrl: (...formerly: string[]) => ({
    variable: 'FEED_JWKS_URL',
    formerly,
    schema: urlSetting,
    default: 'http://127.0.0.1:4003/.well-known/jwks.json',
    description:
      "URL of autod's public keys, which verify the assertions of feed readers. Set it where autod runs on another host.",
  }),
  federatedTracing: (...formerly: string[]) => ({
    variable: 'FEDERATED_TRACING',
    formerly,
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether a gateway may ask subgraphs for the time of each field, with the header `apollo-federation-include-trace: ftv1`. Only for gateways that report traces; ours does not ask.',
  }),
  drainSeconds: (...formerly: string[]) => ({
    variable: 'DRAIN_SECONDS',
    formerly,
    schema: drainSecondsSetting,
    default: '5',
    description:
      'How long a stopping process still accepts requests, so that none is lost on its way, and over which the gateway disconnects live connections, each at a random moment. Set it to the time in which your load balancer takes out an instance. At least 5 while callers may keep idle connections.',
  }),
  logLevel: (...formerly: string[]) => ({
    variable: 'LOG_LEVEL',
    formerly,
    schema: logLevelSetting,
    default: 'info',
    description: 'Minimum level of log lines. Set debug while you look for a problem.',
  }),
}
