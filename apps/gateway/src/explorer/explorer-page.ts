import { createHash } from 'node:crypto'
import { escapeHtml } from '@travel-rule/service/escape-html'
import { type ContentEncoding, compress } from '../transport/http/negotiate.ts'
import { renderUsage } from '../transport/http/usage-page.ts'
import type { Example } from './examples.ts'
import type { BuiltExplorer } from './explorer-assets.ts'

/** Passed to the page as JSON in an attribute. */
export interface PageSettings {
  /** The gateway's public URL; after sign-in the provider redirects to `<baseUrl>/graphql`. */
  readonly baseUrl: string
  /** Absent when no token is needed. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
  readonly groups: readonly { readonly name: string; readonly description: string }[]
  readonly examples: readonly Example[]
}

export interface ExplorerPage {
  readonly html: string
  readonly etag: string
  /** The HTML in an encoding; compressed once. */
  readonly compressed: (encoding: ContentEncoding) => Promise<Buffer>
}

/** The HTML of the explorer. Its URLs are relative, so that it works under any host name. */
export function renderExplorerPage(built: BuiltExplorer, settings: PageSettings): ExplorerPage {
  const asset = (name: string) => `graphql/assets/${name}`
  const usage = renderUsage(settings.baseUrl, settings.signIn?.issuer)
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
  const etag = `W/"${createHash('sha256').update(html).digest('base64url')}"`
  return { html, etag, compressed: compressOnce(html) }
}

function compressOnce(html: string): ExplorerPage['compressed'] {
  const bodies = new Map<ContentEncoding, Promise<Buffer>>()
  return (encoding) => {
    const body = bodies.get(encoding) ?? compress(html, encoding)
    bodies.set(encoding, body)
    return body
  }
}

/**
 * The page's content security policy: its own scripts, workers and fonts only, and requests only to
 * the gateway and the issuer. The editors create style elements, hence `unsafe-inline` for styles.
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
    // In some browsers 'self' does not include WebSockets.
    `connect-src ${["'self'", own.replace(/^http/, 'ws'), ...(issuerOrigin === own ? [] : [issuerOrigin])].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
