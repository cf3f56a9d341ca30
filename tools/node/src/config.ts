import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineSettings, mapSetting, type Parsed, portSetting, readSettings } from '@travel-rule/service/settings'
import { z } from 'zod'

/** Root of the repository, an absolute path. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')

const PORT_BASE_DEFAULT = 4000
/** The highest default port is this far above `PORT_BASE`. */
const PORT_OFFSET_MAX = 201
const PORT_BASE_MAX = 65_535 - PORT_OFFSET_MAX

/** The subgraphs that the node runs. */
const OWN_SUBGRAPHS: readonly string[] = ['trpd', 'aopd', 'autod']

/** The settings of a node on one machine, with the defaults for the default `PORT_BASE`. */
export const settings = settingsAt(PORT_BASE_DEFAULT)

export type Config = Parsed<typeof settings>

/**
 * The settings of a node; `dataDir` is absolute. The environment may also set those of its parts.
 *
 * Throws `SettingsError` with every problem.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { portBase } = readSettings(settings, env)
  const config = readSettings(settingsAt(portBase), env)
  return { ...config, dataDir: resolve(ROOT, config.dataDir) }
}

/** True if the operator sets `variable`, either directly or by `<variable>_FILE`. */
export function isSet(env: NodeJS.ProcessEnv, variable: string): boolean {
  return (env[variable] ?? '') !== '' || (env[`${variable}_FILE`] ?? '') !== ''
}

/** The command that runs the demo against the node with this configuration. */
export function demoCommand({ dataDir, portBase }: Config): string {
  if (dataDir === resolve(ROOT, dataDirAt(PORT_BASE_DEFAULT))) return 'npm run demo'
  if (dataDir === resolve(ROOT, dataDirAt(portBase))) return `PORT_BASE=${portBase} npm run demo`
  return `DATA_DIR='${dataDir.replaceAll("'", "'\\''")}' npm run demo`
}

function dataDirAt(portBase: number): string {
  return portBase === PORT_BASE_DEFAULT ? '.data' : `.data-${portBase}`
}

function settingsAt(portBase: number) {
  return defineSettings({
    portBase: {
      variable: 'PORT_BASE',
      schema: portSetting.refine((base) => base >= 1 && base <= PORT_BASE_MAX, {
        error: `must be a port number from 1 to ${PORT_BASE_MAX}`,
      }),
      default: String(PORT_BASE_DEFAULT),
      description:
        'Moves the default port of every part, so that a second node runs beside the first: with `5000`, `4010` becomes `5010`, ' +
        'and the data folder `.data-5000`. The setting of a single port, such as `TRPD_PORT`, takes precedence. Ports that browsers refuse to open, such as `6000`, are refused.',
    },
    dataDir: {
      variable: 'DATA_DIR',
      schema: z.string(),
      default: dataDirAt(portBase),
      description:
        'Folder in which the node stores its database, keys, logs and `node.json`. Relative to the repository. Set it for a folder that is backed up, or on another disk.',
    },
    joinedSubgraphs: {
      variable: 'JOINED_SUBGRAPHS',
      schema: mapSetting
        .refine((urls) => !Object.keys(urls).some((name) => OWN_SUBGRAPHS.includes(name)), {
          error: `must not name ${OWN_SUBGRAPHS.join(', ')}, which the node runs itself`,
        })
        .refine((urls) => Object.values(urls).every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')), {
          error: 'must have http(s) URLs',
        })
        .optional(),
      description:
        'Subgraphs to join, names and URLs. A team that develops one sets it: the gateway composes their schemas with those of the node, follows changes of them, and checks their responses.',
      example: 'rates=http://127.0.0.1:4005/graphql',
    },
    gatewayPort: {
      variable: 'GATEWAY_PORT',
      ...portAt(portBase),
      description: 'Public port of the gateway: `/graphql`, `/graphql-ws` and `/auth`.',
    },
    gatewayInternalPort: {
      variable: 'GATEWAY_INTERNAL_PORT',
      ...portAt(portBase + 10),
      description: 'Internal port of the gateway: published keys, health and metrics.',
    },
    trpdPort: { variable: 'TRPD_PORT', ...portAt(portBase + 1), description: 'Internal port of trpd.' },
    trpPort: {
      variable: 'TRPD_TRP_PORT',
      ...portAt(portBase + 101),
      description: 'Public port of the TRP listener.',
    },
    aopdPort: { variable: 'AOPD_PORT', ...portAt(portBase + 2), description: 'Internal port of aopd.' },
    aoppPort: {
      variable: 'AOPD_AOPP_PORT',
      ...portAt(portBase + 102),
      description: 'Public port of the AOPP listener and of the page for customers.',
    },
    autodPort: { variable: 'AUTOD_PORT', ...portAt(portBase + 3), description: 'Internal port of autod.' },
    identityProviderPort: {
      variable: 'IDP_PORT',
      ...portAt(portBase + 20),
      description: 'Port of the embedded identity provider, reached through `/auth` of the gateway.',
    },
    counterpartyPort: {
      variable: 'COUNTERPARTY_PORT',
      ...portAt(portBase + PORT_OFFSET_MAX),
      description: 'Port of the demo counterparty. Set it when 4201 is taken.',
    },
  })
}

function portAt(port: number) {
  return { schema: portSetting, default: String(port) }
}
