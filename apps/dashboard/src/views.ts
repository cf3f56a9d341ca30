/** Paths of the views besides `/`, for the router and for the gateway, which serves the page at each. */
export const VIEWS = ['/transactions/:id', '/home', '/audit', '/people', '/screening', '/settings', '/system'] as const

export type ViewPath = '/' | (typeof VIEWS)[number]
