import { createHash } from 'node:crypto'
import { escapeHtml } from '@travel-rule/service/escape-html'
import { renderUsage } from '../transport/http/usage-page.ts'
import type { BuiltExplorer } from './built-explorer.ts'
import type { Example } from './examples.ts'

/** What the page is told, as JSON in an attribute. */
export interface PageSettings {
  /** Where clients reach the gateway; people come back from the provider to `<baseUrl>/graphql`. */
  readonly baseUrl: string
  /** Absent where no token is asked for. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
  readonly groups: readonly { readonly name: string; readonly description: string }[]
  readonly examples: readonly Example[]
}

export interface ExplorerPage {
  readonly html: string
  readonly etag: string
}

/** The page of the explorer. Its addresses are relative, so that it works under any name that leads here. */
export function renderExplorerPage(built: BuiltExplorer, settings: PageSettings): ExplorerPage {
  const asset = (name: string) => `graphql/assets/${name}`
  const usage = renderUsage(settings.baseUrl)
  const html = `<!doctype html>
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
  return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url')}"` }
}

/**
 * The policy of the page: scripts, workers and fonts of ours alone, and requests to us and to the issuer. Editors set their colours and
 * sizes in style elements of their own, hence `unsafe-inline` for styles.
 */
export function explorerPolicy(baseUrl: string, issuer: string | undefined): string {
  const own = new URL(baseUrl).origin
  const issuerOrigin = issuer === undefined ? own : new URL(issuer).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    // Some browsers do not take 'self' for sockets.
    `connect-src ${["'self'", own.replace(/^http/, 'ws'), ...(issuerOrigin === own ? [] : [issuerOrigin])].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
