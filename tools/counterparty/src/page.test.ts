import { describe, expect, it } from 'vitest'
import { openPeer } from './testing/open-peer.ts'

describe('the page of the counterparty', () => {
  it('the page shows the travel addresses and loads nothing from other hosts', async () => {
    await using peer = await openPeer()
    const response = await fetch(peer.base)
    const html = await response.text()
    for (const address of Object.values(peer.addresses)) expect(html).toContain(address)
    expect(html).not.toMatch(/(src|href)="http/)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  })

  it('the page escapes everything that other VASPs have sent', async () => {
    await using peer = await openPeer()
    const attack = `<img src=x onerror=alert(1)>"'`
    await peer.post('/inquiry/approve?t=i', attack, { 'user-agent': attack })
    await peer.post('/"><script>alert(1)</script>', attack)
    const html = await (await fetch(`${peer.base}/page/log`)).text()
    expect(html).toContain('&lt;img src=x')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
  })
})
