import { connectSources, type StaticBuild } from '@travel-rule/http-host/static-build'
import { escapeHtml } from '@travel-rule/service/escape-html'
import { renderUsage } from '../transport/http/usage-page.ts'
import type { Example } from './examples.ts'

/** Passed to the page as JSON in an attribute. */
export interface PageSettings {
  /** The gateway's public URL; after sign-in the provider redirects to `<baseUrl>/graphql`. */
  readonly baseUrl: string
  /** Absent when no token is needed. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
  readonly groups: readonly { readonly name: string; readonly description: string }[]
  readonly examples: readonly Example[]
}

/** The HTML of the explorer. Its URLs are relative, so that it works under any host name. */
export function renderExplorerPage(built: StaticBuild, settings: PageSettings): string {
  const asset = (name: string) => `graphql/assets/${name}`
  const usage = renderUsage(settings.baseUrl, settings.signIn?.issuer)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Travel Rule API explorer</title>
<link rel="icon" type="image/svg+xml" href="${asset(built.icon)}">
${built.styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">\n`).join('')}<script type="module" src="${asset(built.script)}"></script>
</head>
<body>
<div id="explorer" data-settings="${escapeHtml(JSON.stringify(settings))}"></div>
<noscript><main class="usage"><h1>Travel Rule API</h1>${usage}</main></noscript>
<template id="usage">${usage}</template>
</body>
</html>
`
}

/**
 * The page's content security policy: its own scripts, workers and fonts only, and requests only to
 * the gateway and the issuer. The editors create style elements, hence `unsafe-inline` for styles.
 */
export function explorerPolicy(baseUrl: string, issuer: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    `connect-src ${connectSources(baseUrl, baseUrl, issuer)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
