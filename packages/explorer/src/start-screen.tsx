import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { PageSettings } from './session/page-settings.ts'
import type { Notice, Session } from './session/session.ts'

interface StartScreenProps {
  readonly settings: PageSettings
  readonly session: Session
  readonly notice: Notice | undefined
}

/** The page before sign-in. */
export function StartScreen({ settings, session, notice }: StartScreenProps) {
  const { baseUrl, signIn } = settings
  const issuerHost = signIn && new URL(signIn.issuer).host
  const isAtBaseUrl = new URL(baseUrl).origin === location.origin
  return (
    <div className="start">
      <section className="card" aria-labelledby="sign-in">
        {notice && <NoticeBar notice={notice} />}
        <h2 id="sign-in">Explore the API</h2>
        <p>Write queries, mutations and subscriptions, read the schema, and see events arrive.</p>
        {signIn !== undefined && isAtBaseUrl && (
          <>
            <button type="button" className="button button-main button-wide" onClick={() => void session.signIn()}>
              Sign in
            </button>
            {issuerHost !== location.host && <p className="hint">at {issuerHost}</p>}
          </>
        )}
        {signIn !== undefined && !isAtBaseUrl && (
          <p>
            Sign in at <a href={`${baseUrl}/graphql`}>{baseUrl}/graphql</a>, to which the identity provider redirects.
          </p>
        )}
        <PasteToken session={session} />
        <p className="hint">
          Tokens, queries and responses are stored in this tab only, until you close it or sign out.
        </p>
      </section>
      <details className="card">
        <summary>Use the API from a program</summary>
        <Usage />
      </details>
    </div>
  )
}

function PasteToken({ session }: { readonly session: Session }) {
  const id = useId()
  const [token, setToken] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() !== '') void session.acceptToken(token)
  }
  return (
    <form className="paste" onSubmit={submit}>
      <label htmlFor={id}>Or paste an access token</label>
      <div className="paste-row">
        <input
          id={id}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="eyJ…"
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <button type="submit" className="button" disabled={token.trim() === ''}>
          Use token
        </button>
      </div>
    </form>
  )
}

/** Explains the use of the API from a program: a template that the gateway embeds in the page. */
export function Usage() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const template = document.getElementById('usage') as HTMLTemplateElement | null
    if (template !== null) element.current?.replaceChildren(template.content.cloneNode(true))
  }, [])
  return <div className="usage" ref={element} />
}

export function NoticeBar({ notice }: { readonly notice: Notice }) {
  return (
    <p className={`notice notice-${notice.tone.toLowerCase()}`} role={notice.tone === 'PROBLEM' ? 'alert' : 'status'}>
      {notice.message}
    </p>
  )
}
