import { expect, test } from 'vitest'
import type { CasePartsFragment } from '../api/operations.generated.ts'
import { type InternalTexts, knownTexts, type WrittenText } from './case-texts.ts'

type Case = CasePartsFragment['case']
type Change = NonNullable<Case['changes']>[number]

const change = (version: number, actorId: string, more: Partial<Change> = {}): Change => ({
  version,
  event: 'case.commented',
  assignee: null,
  priority: 'NORMAL',
  dueAt: null,
  hasText: true,
  mentions: [],
  actorType: 'USER',
  actorId,
  at: `2026-01-01T00:00:0${version}Z`,
  ...more,
})

const caseOf = (changes: readonly Change[], more: Partial<Case> = {}): Case => ({
  version: changes[0]?.version ?? 1,
  status: 'IN_REVIEW',
  assignee: null,
  priority: 'NORMAL',
  dueAt: '2026-01-02T00:00:00Z',
  isDueTimeSet: false,
  proposal: null,
  allowedActions: [],
  pause: null,
  changes: [...changes],
  ...more,
})

const loadedWith = (texts: Readonly<Record<number, string>>): InternalTexts => ({
  legalHold: null,
  case: {
    proposal: null,
    pause: null,
    changes: Object.entries(texts).map(([version, text]) => ({ version: Number(version), text })),
  },
})

const known = (current: Case, texts: Readonly<Record<number, string>>, written: readonly WrittenText[] = []) => {
  const { changes, ...rest } = knownTexts(current, { loaded: loadedWith(texts), written, me: 'ada' })
  return { ...rest, changes: Object.fromEntries(changes) }
}

test("a text that the person has written belongs to the person's next change that has a text", () => {
  const current = caseOf([
    change(6, 'ada'),
    change(5, 'ada', { event: 'case.assigned', hasText: false }),
    change(4, 'ada'),
    change(3, 'bob'),
    change(2, 'bob'),
  ])
  const written = [
    { after: 3, text: 'mine' },
    { after: 5, text: 'mine too' },
  ]
  expect(known(current, { 2: 'his' }, written)).toMatchObject({
    changes: { 2: 'his', 4: 'mine', 6: 'mine too' },
    isComplete: false,
  })
  expect(known(current, { 2: 'his', 3: 'more', 4: 'mine', 6: 'mine too' }, written)).toMatchObject({
    changes: { 2: 'his', 3: 'more', 4: 'mine', 6: 'mine too' },
    isComplete: true,
  })
})

test('the reason of a pause is that of the change that started it', () => {
  const held = change(3, 'ada', { event: 'case.held' })
  const current = caseOf([held, change(2, 'ada')], { pause: { at: held.at } })
  expect(known(current, { 2: 'before' })).toMatchObject({ pause: undefined, isComplete: false })
  expect(known(current, { 2: 'before' }, [{ after: 2, text: 'ask the bank' }])).toMatchObject({
    pause: 'ask the bank',
    isComplete: true,
  })
})

test('the texts of a proposal that was replaced are not shown for the next one', () => {
  const proposal = {
    decision: 'APPROVE',
    address: null,
    by: { id: 'bob', name: 'Bob' },
    expiresAt: '2026-02-01T00:00:00Z',
  } as const
  const former = { at: '2026-01-01T00:00:00Z', reason: null, internalReason: 'checked' }
  const loaded = { ...loadedWith({}), case: { ...loadedWith({}).case, proposal: former } }
  const texts = (at: string) =>
    knownTexts(caseOf([], { proposal: { ...proposal, at } }), { loaded, written: [], me: 'ada' })
  expect(texts(former.at)).toMatchObject({ proposal: former, isComplete: true })
  expect(texts('2026-01-01T00:00:01Z')).toMatchObject({ proposal: undefined, isComplete: false })
})
