import { type GraphiQLPlugin, pick, useGraphiQL, useGraphiQLActions } from '@graphiql/react'
import type { Example, PageSettings } from '../page-settings.ts'

type Examples = Pick<PageSettings, 'groups' | 'examples'>

/** A pane with example operations, by domain. */
export function examplesPlugin({ groups, examples }: Examples): GraphiQLPlugin {
  return {
    title: 'Examples',
    icon: () => (
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
        <path d="M5 3.500h14a1 1 0 0 1 1 1v16l-8-4-8 4v-16a1 1 0 0 1 1-1Z" />
        <path d="M8 8h8M8 11.500h5" />
      </svg>
    ),
    content: () => <ExamplesPane groups={groups} examples={examples} />,
  }
}

function ExamplesPane({ groups, examples }: Examples) {
  const open = useOpenExample()
  return (
    <section className="pane" aria-label="Examples">
      <h2 className="pane-title">Examples</h2>
      {groups.length === 0 && <p>This schema has no examples.</p>}
      {groups.map(({ name, description }) => (
        <section key={name} className="group" aria-labelledby={`examples-${name}`}>
          <h3 id={`examples-${name}`}>{name}</h3>
          <p className="hint">{description}</p>
          <ul>
            {examples
              .filter(({ group }) => group === name)
              .map((example) => (
                <li key={example.title}>
                  <button type="button" className="example" onClick={() => open(example)}>
                    <span>{example.title}</span>
                    <span className={`type type-${example.type}`}>{example.type}</span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </section>
  )
}

/** Widths at which a pane covers the editor, as in the style sheet. */
const NARROW = '(max-width: 44rem)'

/** Opens an example: in the tab that already has it, in an empty tab, or in a new one. */
function useOpenExample(): (example: Example) => void {
  const { addTab, changeTab, setVisiblePlugin } = useGraphiQLActions()
  const { tabs, queryEditor, variableEditor } = useGraphiQL(pick('tabs', 'queryEditor', 'variableEditor'))
  return ({ query, variables }) => {
    if (matchMedia(NARROW).matches) setVisiblePlugin(null)
    const open = tabs.findIndex((tab) => tab.query === query)
    if (open >= 0) return changeTab(open)
    if (queryEditor?.getValue().trim() !== '') addTab()
    queryEditor?.setValue(query)
    variableEditor?.setValue(variables)
    queryEditor?.focus()
  }
}
