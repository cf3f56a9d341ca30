import './favicon.svg'
import './style/page.css'
import './style/navigation.css'
import './style/inbox.css'
import './style/transaction.css'
import './style/administration.css'
import './style/pages.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { applyTheme, chosenTheme } from './app/theme.ts'
import { LanguageProvider } from './language/language.tsx'
import { readPageSettings } from './session/page-settings.ts'
import { openSession } from './session/session.ts'
import { SessionContext } from './session/use-session.ts'

const element = document.getElementById('dashboard')
if (element === null) throw new Error('the page has no element for the dashboard')
applyTheme(chosenTheme())
const settings = readPageSettings(element)
const session = openSession(settings)
// After navigating back, a browser shows the page in its last state: opening the provider.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && session.current().kind === 'WORKING') void session.resume()
})
createRoot(element).render(
  // The content security policy forbids style elements.
  <CSPProvider disableStyleElements>
    <SessionContext value={session}>
      <LanguageProvider>
        <App settings={settings} />
      </LanguageProvider>
    </SessionContext>
  </CSPProvider>,
)
void session.resume()
