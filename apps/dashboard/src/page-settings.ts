/** The settings that the server of the page writes into it. */
export interface PageSettings {
  /** The URL of this page, without a trailing slash. */
  readonly pageUrl: string
  /** The gateway's public URL. */
  readonly baseUrl: string
  /** Absent when the gateway requires no token. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
}

/** The settings in the element of the dashboard. */
export function readPageSettings(element: HTMLElement): PageSettings {
  return JSON.parse(element.dataset.settings ?? '') as PageSettings
}
