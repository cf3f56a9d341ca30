/** An example operation. */
export interface Example {
  readonly group: string
  readonly title: string
  readonly type: 'query' | 'mutation' | 'subscription'
  readonly query: string
  readonly variables: string
}

/** The settings that the gateway embeds in the page. */
export interface PageSettings {
  readonly baseUrl: string
  /** Absent when the gateway requires no token. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
  readonly groups: readonly { readonly name: string; readonly description: string }[]
  readonly examples: readonly Example[]
}

/** Reads the settings from the explorer's element. */
export function readPageSettings(element: HTMLElement): PageSettings {
  return JSON.parse(element.dataset.settings ?? '') as PageSettings
}

/** The URL of `path` relative to the page. */
export function urlBesidePage(path: string): string {
  return new URL(path, `${location.origin}${location.pathname}`).href
}
