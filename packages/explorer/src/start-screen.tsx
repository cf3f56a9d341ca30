import { type FormEvent, useId, useState } from 'react'
import { NoticeBar } from './notice-bar.tsx'
import type { PageSettings } from './page-settings.ts'
import type { Notice, Session } from './session/session.ts'
import { Usage } from './usage.tsx'

interface StartScreenProps {
  readonly settings: PageSettings
  readonly session: Session
  readonly notice: Notice | undefined
}

/** The page of a user who is not signed in: sign-in, token, and how to use the API without the explorer. */
export function StartScreen({ settings, session, notice }: StartScreenProps) {
  const { baseUrl, signIn } = settings
  const issuerHost = signIn && new URL(signIn.issuer).host
  const isBaseOrigin = new URL(baseUrl).origin === location.origin
  return (
    <div className="start">
      <section className="card" aria-labelledby="sign-in">
        {notice && <NoticeBar notice={notice} />}
        <h2 id="sign-in">Explore the API</h2>
        <p>Write queries, mutations and subscriptions, read the schema, and see events arrive.</p>
        {signIn !== undefined && isBaseOrigin && (
          <>
            <button type="button" className="button button-main button-wide" onClick={() => void session.signIn()}>
              Sign in
            </button>
            {issuerHost !== location.host && <p className="hint">at {issuerHost}</p>}
          </>
        )}
        {signIn !== undefined && !isBaseOrigin && (
          <p>
            Signing in works at <a href={`${baseUrl}/graphql`}>{baseUrl}/graphql</a>, which is where the identity
            provider sends you back to.
          </p>
        )}
        <PasteToken session={session} />
        <p className="hint">
          Tokens, queries and responses are kept in this tab only, and removed when you close it or sign out.
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
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void session.acceptToken(text)
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
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button" disabled={text.trim() === ''}>
          Use token
        </button>
      </div>
    </form>
  )
}
