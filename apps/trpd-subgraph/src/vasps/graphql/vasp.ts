import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import { loadPage, readPage } from '@travel-rule/subgraph/page'
import { isOpen } from '../../delivery/domain/circuit-breaker.ts'
import { codePoints } from '../../foundation/domain/string-format.ts'
import type { Resolvers, TrpdQueryVaspsCountArgs, VaspInput } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { requiresMutualTls, requiresMutualTlsOfCallbacks } from '../actions/check-sender.ts'
import { discoverVasp } from '../actions/discover-vasp.ts'
import { blockVasp, registerOrUpdateVasp, setAutoApprove, setWireProfile, trustVasp } from '../actions/vasp-actions.ts'
import { addVaspHost, removeVaspHost } from '../actions/vasp-hosts.ts'
import { pinVaspKey, setMutualTls, unpinVaspKey } from '../actions/vasp-keys.ts'
import { countVasps, listVasps, type VaspFilter } from '../store/vasps.ts'

export const vaspResolvers: Resolvers = {
  TrpdQuery: {
    vasps: (_parent, { limit, offset, ...filter }, { service, runHeavy }) => {
      const page = readPage({ limit, offset })
      return loadPage(page.limit, runHeavy, () =>
        listVasps(service.database.db, readFilter(filter, service.now()), page),
      )
    },
    vaspsCount: (_parent, filter, { service }) => countVasps(service.database.db, readFilter(filter, service.now())),
    discoverVasp: async (_parent, { url }, { service }) => unwrap(await discoverVasp(service, url)),
    vasp: async (_parent, { id }, { loaders }) => (await loaders.vasp.load(id)) ?? null,
  },
  TrpdMutation: {
    registerOrUpdateVasp: async (_parent, { vasp }, { service, actor }) =>
      unwrap(await registerOrUpdateVasp(service, { ...withoutNulls(vasp), ...pickNulls(vasp) }, actor)),
    trustVasp: async (_parent, args, { service, actor }) => unwrap(await trustVasp(service, withoutNulls(args), actor)),
    pinVaspKey: async (_parent, { id, pin }, { service, actor }) => unwrap(await pinVaspKey(service, id, pin, actor)),
    unpinVaspKey: async (_parent, { id, key }, { service, actor }) =>
      unwrap(await unpinVaspKey(service, id, key, actor)),
    addVaspHost: async (_parent, args, { service, actor }) =>
      unwrap(await addVaspHost(service, withoutNulls(args), actor)),
    removeVaspHost: async (_parent, { id, host }, { service, actor }) =>
      unwrap(await removeVaspHost(service, id, host, actor)),
    setMutualTls: async (_parent, { id, required }, { service, actor }) =>
      unwrap(await setMutualTls(service, id, required ?? undefined, actor)),
    blockVasp: async (_parent, { id, note }, { service, actor }) =>
      unwrap(await blockVasp(service, id, note ?? undefined, actor)),
    setAutoApprove: async (_parent, args, { service, actor }) =>
      unwrap(await setAutoApprove(service, withoutNulls(args), actor)),
    setWireProfile: async (_parent, { id, profile }, { service, actor }) =>
      unwrap(await setWireProfile(service, id, profile, actor)),
  },
  Vasp: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.vasp.load(id)) ?? null,
    name: ({ name }) => withoutBidiControls(name),
    furtherHosts: ({ furtherHosts }) => [...furtherHosts],
    pinnedKeys: ({ pinnedKeys }) => [...pinnedKeys],
    requiresMutualTls: (vasp) => requiresMutualTls(vasp),
    requiresMutualTlsOfCallbacks: (vasp) => requiresMutualTlsOfCallbacks(vasp),
    discovery: ({ discovery, discoveredAt, url, host }) =>
      discovery === undefined ? null : { url: url ?? `https://${host}`, discovery, checkedAt: discoveredAt },
    autoApproveLimits: ({ autoApproveLimits }, _args, { service }) =>
      Object.entries(autoApproveLimits).flatMap(([assetId, amountMax]) => {
        const asset = service.assets.byId(assetId)
        return asset === undefined ? [] : [{ asset, amountMax }]
      }),
    learnedIdentifiers: ({ learnedIdentifiers }, _args, { service }) =>
      Object.entries(learnedIdentifiers).flatMap(([assetId, { accepted = null, refused }]) => {
        const asset = service.assets.byId(assetId)
        return asset === undefined ? [] : [{ asset, accepted, refused: [...refused] }]
      }),
    deliveryPausedUntil: async ({ id }, _args, { loaders, service }) => {
      const breaker = await loaders.breaker.load(id)
      return isOpen(breaker, service.now()) ? (breaker?.openUntil ?? null) : null
    },
    unreleased: async (vasp, _args, { loaders }) => {
      const { count, ids } = await loaders.unreleased.load(vasp)
      return { count, ids: [...ids] }
    },
    apiVersion: ({ apiVersion, downgradedTo }) => downgradedTo ?? apiVersion ?? null,
  },
  VaspDiscovery: {
    checkedAt: ({ checkedAt }) => checkedAt ?? null,
    version: ({ discovery }) => shown(discovery.version),
    vendor: ({ discovery }) => shown(discovery.vendor),
    name: ({ discovery }) => shown(discovery.name),
    lei: ({ discovery }) => discovery.lei ?? null,
    certificate: ({ discovery }) => discovery.x509 ?? null,
    requiredExtensions: ({ discovery: { extensions } }) => (extensions ? [...extensions.required] : null),
    supportedExtensions: ({ discovery: { extensions } }) => (extensions ? [...extensions.supported] : null),
    problems: ({ discovery }) => [...discovery.problems],
  },
}

/** The null fields, limited to those for which null differs from a missing value. */
function pickNulls(vasp: VaspInput): Partial<Record<'name' | 'lei' | 'url' | 'wireProfile', null>> {
  const nulls = (['name', 'lei', 'url', 'wireProfile'] as const).filter((field) => vasp[field] === null)
  return Object.fromEntries(nulls.map((field) => [field, null]))
}

/** Maximum number of code points in a search. */
const SEARCH_LENGTH_MAX = 200

/** A claim of the VASP, without characters that affect the display of other text. */
function shown(claim: string | undefined): string | null {
  return claim === undefined ? null : withoutBidiControls(claim)
}

/** Throws `VASP_SEARCH_TOO_LONG`. */
function readFilter({ search, trust, reviewDue }: TrpdQueryVaspsCountArgs, now: Date): VaspFilter {
  if (search != null && codePoints(search) > SEARCH_LENGTH_MAX) {
    const message = `search must have at most ${SEARCH_LENGTH_MAX} characters.`
    throw refusalError({ code: 'VASP_SEARCH_TOO_LONG', message })
  }
  return {
    search: search ?? undefined,
    trust: trust ?? undefined,
    reviewDueBy: reviewDue === true ? now : undefined,
  }
}
