export interface Browser {
  open(url: string): Promise<Visit>
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<Visit>
}

export interface Visit {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly html: string
}

/**
 * Follows redirects and stores cookies by path, like a browser. Stops at the first URL that does not start with
 * `within`, without requesting it: that URL belongs to the application.
 */
export function openBrowser(within: string): Browser {
  const jar = new Map<string, { readonly value: string; readonly path: string }>()

  async function visit(url: string, init: RequestInit): Promise<Visit> {
    if (!url.startsWith(within)) return { url, status: 0, headers: new Headers(), html: '' }
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, ...cookies(url) } })
    for (const line of response.headers.getSetCookie()) remember(line)
    const location = response.headers.get('location')
    if (location && response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return visit(new URL(location, url).href, { headers: { accept: 'text/html' } })
    }
    return { url, status: response.status, headers: response.headers, html: await response.text() }
  }

  function remember(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
    if (value === '') jar.delete(name)
    else jar.set(name, { value, path })
  }

  function cookies(url: string): Record<string, string> {
    const { pathname } = new URL(url)
    const sent = [...jar].filter(([, cookie]) => pathname.startsWith(cookie.path))
    return { cookie: sent.map(([name, cookie]) => `${name}=${cookie.value}`).join('; ') }
  }

  return {
    open: (url) => visit(url, { headers: { accept: 'text/html' } }),
    submit: (url, fields) =>
      visit(url, { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'text/html' } }),
  }
}
