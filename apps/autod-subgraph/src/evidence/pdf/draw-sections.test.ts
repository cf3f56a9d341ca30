import { expect, test } from 'vitest'
import { drawSections } from './draw-sections.ts'

const show = (text: string) => [[text]]
const item = (value: string) => ({ title: '', rows: [{ label: 'Note', value }] })
const notes = (sections: ReturnType<typeof drawSections>) =>
  sections.flatMap(({ items }) => items.flatMap(({ title }) => title.flat()))

test('items that do not fit into a document are counted in their section, and smaller items after them are drawn', () => {
  const sections = [
    { heading: 'One', items: [item('a'.repeat(30)), item('b'.repeat(90)), item('c'.repeat(20))] },
    { heading: 'Two', items: [item('d'.repeat(80)), item('e')] },
  ]
  const drawn = drawSections(sections, show, 100)
  expect(drawn.map(({ items }) => items.length)).toEqual([3, 2])
  expect(notes(drawn)).toEqual(Array(2).fill('The file has 1 more entries, for which this document has no room.'))
})

test('the characters of a document count as they are drawn', () => {
  const sections = [{ heading: 'One', items: [item('\u0007'.repeat(20)), item('a')] }]
  const drawn = drawSections(sections, (text) => [[text.replaceAll('\u0007', '[U+0007]')]], 100)
  expect(drawn[0]?.items[0]?.rows).toEqual([{ label: [['Note']], value: [['a']] }])
  expect(notes(drawn)).toHaveLength(1)
})

test('titles count towards the size of a document', () => {
  const titled = { title: 't'.repeat(60), rows: [] }
  const [section] = drawSections([{ heading: 'One', items: [titled, titled] }], show, 100)
  expect(notes([section ?? expect.unreachable()])).toEqual([
    titled.title,
    'The file has 1 more entries, for which this document has no room.',
  ])
})

test('the omitted middle of a long list is noted in its place', () => {
  const sections = [{ heading: 'One', items: [item('a'), item('z')], omitted: { count: 7, after: 1 } }]
  const [section] = drawSections(sections, show)
  expect(section?.items.map(({ title, rows }) => title[0]?.[0] ?? rows[0]?.value[0]?.[0])).toEqual([
    'a',
    '7 entries between these are in the file.',
    'z',
  ])
})
