/** An operation to begin with. */
export interface Example {
  readonly group: string
  readonly title: string
  readonly type: 'query' | 'mutation' | 'subscription'
  readonly query: string
  readonly variables: string
}

/** What the gateway tells the page. */
export interface PageSettings {
  readonly baseUrl: string
  /** Absent where no token is asked for. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
  readonly groups: readonly { readonly name: string; readonly description: string }[]
  readonly examples: readonly Example[]
}

/** The settings that stand in the page's own element. */
export function readPageSettings(element: HTMLElement): PageSettings {
  return JSON.parse(element.dataset.settings ?? '') as PageSettings
}

/** The address of something beside the page, under whatever name the page was opened. */
export function besidePage(path: string): string {
  return new URL(path, `${location.origin}${location.pathname}`).href
}
