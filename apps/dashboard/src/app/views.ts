/** Paths of the views besides `/`, for the router and for the gateway, which serves the page at each of them. */
export const VIEWS = [
  '/transactions/:id',
  '/transactions/:id/repair',
  '/data-requests',
  '/vasps',
  '/vasps/failing',
  '/vasps/files',
  '/vasps/:id',
  '/new-transfer',
  '/addresses',
  '/customers',
  '/proofs',
  '/proofs/:id',
  '/home',
  '/audit',
  '/people',
  '/retention',
  '/rules',
  '/screening',
  '/settings',
  '/system',
] as const

export type ViewPath = '/' | (typeof VIEWS)[number]
