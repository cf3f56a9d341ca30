/** An operation that users can start from. */
export interface Example {
  readonly group: string
  readonly title: string
  readonly type: 'query' | 'mutation' | 'subscription'
  readonly query: string
  readonly variables: string
}

/** What the gateway passes to the page. */
export interface PageSettings {
  readonly baseUrl: string
  /** Absent when the gateway requires no token. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
  readonly groups: readonly { readonly name: string; readonly description: string }[]
  readonly examples: readonly Example[]
}

/** The settings in the data attribute of the page's element. */
export function readPageSettings(element: HTMLElement): PageSettings {
  return JSON.parse(element.dataset.settings ?? '') as PageSettings
}

/** The URL of `path` beside the page, on the host under which the page was opened. */
export function urlBesidePage(path: string): string {
  return new URL(path, `${location.origin}${location.pathname}`).href
}
