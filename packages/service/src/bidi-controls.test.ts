import { expect, test } from 'vitest'
import { withoutBidiControls } from './bidi-controls.ts'
import { escapeHtml } from './escape-html.ts'
import { captureLog } from './testing/capture-log.ts'

const CONTROLS = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'

test('every bidirectional control is removed, and right-to-left text is kept', () => {
  expect(withoutBidiControls([...CONTROLS].map((control) => `a${control}b`).join(''))).toBe('ab'.repeat(12))
  expect(withoutBidiControls('بنك المثال')).toBe('بنك المثال')
  expect(withoutBidiControls('בנק 12 \u200d👩\u200d🚀')).toBe('בנק 12 \u200d👩\u200d🚀')
})

test('pages and log lines contain no bidirectional control', () => {
  expect(escapeHtml('Bank \u202e<b>')).toBe('Bank &lt;b&gt;')
  const log = captureLog()
  log.logger
    .child({ vasp: '\u2067x' })
    .info({ name: 'Bank \u202egnihton fo', deep: [{ '\u200fkey': 1 }] }, 'seen \u202e')
  expect(log.lines()).toMatchObject([{ vasp: 'x', name: 'Bank gnihton fo', deep: [{ key: 1 }], msg: 'seen ' }])
})
