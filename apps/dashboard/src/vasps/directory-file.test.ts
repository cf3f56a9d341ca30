import { expect, test } from 'vitest'
import { joinParts, readDirectoryFile } from './directory-file.ts'

test('the CSV file of a directory has only one header', () => {
  expect(joinParts(['name,lei\r\nZürich,\r\n', 'name,lei\r\n"two\r\nlines",\r\n'], 'CSV')).toBe(
    'name,lei\r\nZürich,\r\n"two\r\nlines",\r\n',
  )
})

test('the JSON file of a directory is a single list', () => {
  expect(JSON.parse(joinParts(['[{"name":"a"},{"name":"b"}]', '[]', '[{"name":"c"}]'], 'JSON'))).toEqual([
    { name: 'a' },
    { name: 'b' },
    { name: 'c' },
  ])
})

test.each([
  ['name\r\nA', 'CSV', 'name\r\nA'],
  ['\uFEFF[{"name":"A"}]', 'JSON', '[{"name":"A"}]'],
  ['\n {"name":"A"}', 'JSON', '\n {"name":"A"}'],
  ['', 'CSV', ''],
] as const)('the format of %j is %s', async (content, format, read) => {
  expect(await readDirectoryFile(new File([content], 'vasps'))).toEqual({ name: 'vasps', format, content: read })
})

test('a file that is not in UTF-8 is refused, since its names would be stored wrongly', async () => {
  expect(await readDirectoryFile(new File([new Uint8Array([0x6e, 0xfc])], 'latin1.csv'))).toBe('NOT_UTF8')
  expect(await readDirectoryFile(new File([new Uint8Array([0xff, 0xfe, 0x6e, 0])], 'utf16.csv'))).toBe('NOT_UTF8')
})

test('a file that is too large is refused before it is read', async () => {
  expect(await readDirectoryFile(new File(['a'.repeat(500_001)], 'large.csv'))).toBe('TOO_LARGE')
})
