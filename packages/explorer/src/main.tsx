import './style.css'
import './favicon.svg'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { readPageSettings } from './session/page-settings.ts'
import { openSession } from './session/session.ts'
import { chosenTheme } from './session/tab-memory.ts'

const element = document.getElementById('explorer')
if (element === null) throw new Error('the page has no element for the explorer')
const theme = chosenTheme()
// The editor does the same once it is loaded.
if (theme !== undefined) document.body.classList.add(`graphiql-${theme}`)
const settings = readPageSettings(element)
const session = openSession(settings)
// After navigating back, a browser shows the page in its last state: opening the provider.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && session.current().kind === 'WORKING') void session.resume()
})
createRoot(element).render(<App settings={settings} session={session} />)
void session.resume()
