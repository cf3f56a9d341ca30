/**
 * One level: its entries import only entries of lower rows.
 */
type Row = readonly string[]

/** Workspaces, lowest first. Code imports workspaces of lower rows only, in tests too. */
export const WORKSPACES: readonly Row[] = [
  ['packages/certificates', 'packages/name-matching', 'packages/web-app'],
  ['packages/federation', 'packages/service', 'packages/explorer', 'packages/embedded-postgres'],
  ['packages/frames'],
  ['packages/auth', 'packages/http-host', 'packages/database'],
  ['packages/subgraph'],
  [
    'apps/gateway',
    'apps/dashboard',
    'apps/dashboard-host',
    'apps/trpd-subgraph',
    'apps/aopd-subgraph',
    'apps/autod-subgraph',
    'tools/counterparty',
  ],
  ['tools/identity-provider', 'tools/node'],
  ['scripts'],
  ['deploy'],
  ['conformance', 'e2e', 'bench'],
]

const SUBGRAPH_APP = [
  ['domain'],
  ['store', 'evidence-pdf'],
  ['actions'],
  ['graphql', 'trp', 'data-page', 'aopp', 'feeds', 'checkpoints'],
  ['config'],
  ['start', 'audit-file', 'screening-command'],
  ['main'],
]

/**
 * Folders and root files of a workspace's `src`, lowest first. A workspace that is not listed is
 * one flat layer.
 *
 * The longest entry that contains a file is its layer: `relay/upstream` may be lower than `relay`.
 */
export const FOLDERS: Readonly<Record<string, readonly Row[]>> = {
  'packages/federation': [
    ['subgraph-client', 'supergraph'],
    ['operation'],
    ['planning/workarounds'],
    ['planning'],
    ['execution'],
    ['federation'],
  ],
  'apps/gateway': [
    ['identity', 'limits', 'relay/upstream'],
    ['supergraph-source'],
    ['operation'],
    ['relay'],
    ['pipeline'],
    ['transport/delivery'],
    ['transport/http'],
    ['transport/event-stream', 'transport/websocket'],
    ['explain', 'explorer', 'dashboard'],
    ['config'],
    ['processes'],
    ['start'],
    ['standalone'],
    ['main'],
  ],
  'apps/trpd-subgraph': SUBGRAPH_APP,
  'apps/aopd-subgraph': SUBGRAPH_APP,
  'apps/autod-subgraph': SUBGRAPH_APP,
}
