import { escapeHtml } from './escape-html.ts'
import { ownIdentity, trpVersion } from './own-identity.ts'
import { pageScript } from './page-script.ts'
import { pageStyle } from './page-style.ts'
import type { Behaviour } from './state.ts'

const MEANING: Readonly<Record<Behaviour, string>> = {
  approve: 'approves an inquiry in its answer',
  callback: 'answers with its version and approves by callback a moment later',
  reject: 'rejects an inquiry in its answer',
}

/** The whole page around an already rendered `log`. */
export function renderPage(addresses: Readonly<Record<Behaviour, string>>, log: string): string {
  const rows = (Object.keys(MEANING) as Behaviour[]).map(
    (behaviour) => `
      <li>
        <h3>${behaviour}</h3>
        <p>${escapeHtml(MEANING[behaviour])}</p>
        <code>${escapeHtml(addresses[behaviour])}</code>
      </li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${ownIdentity.name}</title>
  <link rel="icon" href="data:,">
  <style>${pageStyle}</style>
</head>
<body>
  <header>
    <h1>${ownIdentity.name}</h1>
    <p>A VASP for demonstrations. It speaks TRP ${trpVersion}; its customers, addresses and transaction hashes are invented.</p>
  </header>
  <main>
    <section aria-labelledby="addresses">
      <h2 id="addresses">Travel addresses</h2>
      <ul class="addresses">${rows.join('')}
      </ul>
    </section>
    <section aria-labelledby="messages">
      <h2 id="messages">Messages <small id="live" role="status"></small></h2>
      <div id="log">${log}</div>
    </section>
  </main>
  <script>${pageScript}</script>
</body>
</html>
`
}
