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

/** Concepts of aopd and autod, each below those that import it; their SQL is one layer, `store`. */
const AOPD: readonly Row[] = [
  ['foundation/domain'],
  ['signatures/domain'],
  ['proofs/domain'],
  ['erasure/domain'],
  ['store'],
  ['proofs/actions'],
  ['erasure/actions'],
  ['maintenance/actions'],
  ['graphql/unwrap', 'graphql/context'],
  ['graphql/resolvers.generated'],
  ['proofs/graphql', 'erasure/graphql', 'aopp'],
  ['graphql'],
  ['schema'],
  ['config'],
  ['start'],
  ['main'],
]

const AUTOD: readonly Row[] = [
  ['checkpoints/domain'],
  ['audit-log/domain'],
  ['evidence/domain', 'saved-views/domain', 'settings/domain', 'users/domain'],
  ['store'],
  ['checkpoints/actions', 'feeds/actions', 'saved-views/actions', 'settings/actions'],
  ['evidence/actions', 'evidence/pdf'],
  ['graphql/context'],
  ['graphql/resolvers.generated'],
  [
    'audit-log/graphql',
    'evidence/graphql',
    'feeds/graphql',
    'saved-views/graphql',
    'settings/graphql',
    'users/graphql',
  ],
  ['graphql', 'feeds', 'checkpoints'],
  ['schema'],
  ['config'],
  ['start', 'audit-file'],
  [
    'main',
    'audit-file/accept/main',
    'audit-file/export/main',
    'audit-file/verify/main',
    'audit-file/verify-evidence/main',
  ],
]

/** The concepts of trpd. Rules and edges import those of concepts above theirs in this list. */
const CONCEPTS = [
  'foundation',
  'ivms101',
  'jurisdictions',
  'assets',
  'messages',
  'vendors',
  'due-diligence',
  'vasps',
  'directory',
  'address-book',
  'transfers',
  'customers',
  'data-requests',
  'screening',
  'ownership',
  'checks',
  'release',
  'cases',
  'rules',
  'sending',
  'receiving',
  'delivery',
  'erasure',
  'desk',
  'evidence',
  'maintenance',
] as const

type Concept = (typeof CONCEPTS)[number]

/** The same for SQL: lists of transfers are filtered by their cases, and stored with their checks. */
const STORES: readonly Concept[] = [
  'foundation',
  'assets',
  'messages',
  'due-diligence',
  'data-requests',
  'checks',
  'screening',
  'release',
  'cases',
  'transfers',
  'customers',
  'address-book',
  'ownership',
  'rules',
  'sending',
  'receiving',
  'delivery',
  'erasure',
  'desk',
  'vasps',
  'maintenance',
]

/** The same for actions: a change of a transfer settles its case, and trust in a VASP changes its transfers. */
const ACTIONS: readonly Concept[] = [
  'foundation',
  'messages',
  'vendors',
  'customers',
  'address-book',
  'ownership',
  'release',
  'cases',
  'checks',
  'transfers',
  'vasps',
  'data-requests',
  'screening',
  'rules',
  'sending',
  'receiving',
  'delivery',
  'erasure',
  'due-diligence',
  'directory',
  'evidence',
  'maintenance',
]

/** Every folder of `layers` in these concepts, in their order. */
const foldersOf = (concepts: readonly Concept[], ...layers: readonly string[]): readonly Row[] =>
  concepts.flatMap((concept) => layers.map((layer) => [`${concept}/${layer}`]))

const TRPD: readonly Row[] = [
  ...foldersOf(CONCEPTS, 'domain'),
  ...foldersOf(STORES, 'store'),
  ...foldersOf(ACTIONS, 'actions'),
  ['graphql/loaders', 'graphql/unwrap', 'graphql/first-month', 'graphql/recorded-access'],
  ['graphql/context'],
  ['graphql/resolvers.generated'],
  ...foldersOf(CONCEPTS, 'graphql', 'trp', 'page', 'feed'),
  ['graphql'],
  ['config', 'schema', 'workers'],
  ['policy-of'],
  ['open-service'],
  ['start', 'screening-command'],
  ['main'],
]

/** What the dashboard shows. The messages of each folder are in `messages/`, below all of these. */
const DASHBOARD_PAGES: readonly Row[] = [
  ['ui'],
  ['live'],
  ['audit', 'inbox/list', 'persons'],
  ['erasure', 'people'],
  ['evidence', 'proofs', 'saved-views', 'vasps'],
  ['addresses', 'customers', 'home', 'new-transfer', 'rules', 'screening', 'settings', 'system'],
  ['data-requests', 'repair'],
  ['transaction'],
  ['inbox'],
  ['app'],
]

/**
 * Folders and root files of a workspace's `src`, lowest first. A workspace that is not listed is
 * one flat layer.
 *
 * A folder in a folder has an entry of its own, so that the two import each other in one direction.
 */
export const FOLDERS: Readonly<Record<string, readonly Row[]>> = {
  'packages/federation': [
    ['subgraph-client', 'supergraph'],
    ['operation'],
    ['planning/workarounds'],
    ['planning'],
    ['execution/run'],
    ['execution/plan', 'execution/projection'],
    ['execution/pass-through'],
    ['execution/join'],
    ['execution'],
    ['federation'],
  ],
  'packages/explorer': [
    ['session', 'live'],
    ['modules.d', 'editor-workers', 'use-store'],
    ['start-screen'],
    ['panes'],
    ['workbench'],
    ['app'],
    ['main'],
  ],
  'apps/gateway': [
    ['identity', 'limits', 'upstream', 'tuning'],
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
    ['start-api', 'start-primary'],
    ['start'],
    ['command-line', 'no-auth-access'],
    ['run-gateway'],
    ['main'],
  ],
  'apps/dashboard': [
    ['session'],
    ['api'],
    ['language/messages/translated'],
    DASHBOARD_PAGES.flat().map((folder) => `${folder}/messages`),
    ['language/service-words'],
    ['language'],
    ['hooks'],
    ...DASHBOARD_PAGES,
    ['main'],
  ],
  'apps/trpd-subgraph': TRPD,
  'apps/aopd-subgraph': AOPD,
  'apps/autod-subgraph': AUTOD,
}

/** Files that import from a higher row than theirs, with the folder or file there: concepts that need each other. */
export const ALLOWED_UPWARD: Readonly<Record<string, readonly (readonly [file: string, target: string])[]>> = {
  'apps/trpd-subgraph': [
    // What every action may use is described in one type.
    ['foundation/actions/transfer-service', 'vendors/actions/attribute-address'],
    ['foundation/actions/transfer-service', 'checks/actions/fact-source'],
    ['foundation/actions/transfer-service', 'data-requests/actions/open-mailer'],
    ['foundation/actions/transfer-service', 'screening/actions/open-screening'],
    ['foundation/actions/transfer-service', 'due-diligence/actions/lei-register'],
    // Requested data completes a transfer, and a request is about a transfer.
    ['transfers/domain/repair-transfer', 'data-requests/domain'],
    // Transfers are filtered by their cases, and cases by their transfers.
    ['cases/store/cases', 'transfers/store'],
    // Rules decide by checks, and apply when checks have run again or a VASP is trusted.
    ['checks/actions/continue-proof-check', 'rules/actions'],
    ['checks/actions/run-checks-again', 'rules/actions'],
    ['vasps/actions/release-transfers', 'rules/actions'],
  ],
}
