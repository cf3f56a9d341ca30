/** The settings that the page's server embeds in it. */
export interface PageSettings {
  /** The URL of this page, without a trailing slash. */
  readonly pageUrl: string
  /** The gateway's public URL. */
  readonly baseUrl: string
  /** Absent when the gateway requires no token. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
}

/** Reads the settings from the dashboard's element. */
export function readPageSettings(element: HTMLElement): PageSettings {
  return JSON.parse(element.dataset.settings ?? '') as PageSettings
}
