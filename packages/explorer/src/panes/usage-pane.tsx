import type { GraphiQLPlugin } from '@graphiql/react'
import { Usage } from '../usage.tsx'

export const usagePlugin: GraphiQLPlugin = {
  title: 'From a program',
  icon: () => (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <rect x="2.5" y="4" width="19" height="16" rx="2" />
      <path d="m6.5 9 3 3-3 3M12.5 15.500h5" />
    </svg>
  ),
  content: () => (
    <section className="pane" aria-label="From a program">
      <h2 className="pane-title">From a program</h2>
      <Usage />
    </section>
  ),
}
