import type { Realm } from '../realm.ts'

export interface Page {
  readonly html: string
  /** Origins, besides our own, that a form on the page may lead to by a redirect. */
  readonly formOrigins: readonly string[]
}

/** A complete page. `title` is escaped here, `body` is HTML whose texts the caller has escaped. */
export function page(realm: Realm, title: string, body: string, formOrigins: readonly string[] = []): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Travel Rule</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<link rel="stylesheet" href="${escapeHtml(realm.path)}/resources/style.css">
</head>
<body>
<main>
<div class="brand" aria-hidden="true">${ICON}<span>Travel Rule</span></div>
${body}
</main>
</body>
</html>
`
  return { html, formOrigins }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28"><rect width="32" height="32" rx="8" fill="#0f5fd7"/>' +
  '<path d="M8 12h13l-4-4M24 20H11l4 4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'
