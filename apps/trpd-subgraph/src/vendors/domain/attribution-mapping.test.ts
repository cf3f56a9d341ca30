import { expect, it } from 'vitest'
import { readAttribution } from './attribution-mapping.ts'

const mapping = { vendor: 'Example Analytics', body: {}, name: 'name', website: 'url' }

it.each([
  ['https://bob.example/about', 'https://bob.example/about'],
  ['bob.example', 'https://bob.example/'],
  ['javascript:alert(1)', undefined],
  ['ftp://bob.example', undefined],
  ['https://user:secret@bob.example', undefined],
  ['no website', undefined],
  [7, undefined],
  [null, undefined],
])('the website %j of a response is %j', (url, website) => {
  expect(readAttribution(mapping, JSON.stringify({ name: 'Bob', url }))).toEqual({
    ok: true,
    vasp: { name: 'Bob', website },
  })
})
