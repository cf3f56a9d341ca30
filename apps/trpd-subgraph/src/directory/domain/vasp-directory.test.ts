import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  DIRECTORY_BYTES_MAX,
  DIRECTORY_ROWS_MAX,
  decodeDirectory,
  encodeDirectory,
  VASP_FIELDS,
} from './vasp-directory.ts'

const row = fc.dictionary(
  fc.constantFrom(...VASP_FIELDS.filter((field) => field !== 'assetIdentifiers')),
  fc
    .tuple(fc.constantFrom('', '=', "'", "''=", '-', '"', '＝', ';'), fc.string({ unit: 'binary', maxLength: 20 }))
    .map((parts) => parts.join('').trim())
    .filter((text) => text !== ''),
  { noNullPrototype: true },
)

it.each(['CSV', 'JSON'] as const)('decoding an encoded directory in %s returns its rows', (format) => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const decoded = decodeDirectory(encodeDirectory(rows, format), format)
      const read = decoded.ok ? decoded.value.map((row) => row.read) : decoded
      expect(read).toEqual(rows.map((value) => ({ ok: true, value })))
    }),
  )
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', "'=1", '＝1'])(
  'a spreadsheet does not interpret the cell %s as a formula',
  (name) => {
    expect(encodeDirectory([{ name }], 'CSV').split('\r\n')[1]).toContain(`,"'${name}",`)
  },
)

it('a CSV document may have a byte order mark, any line endings, empty lines, and only some of the columns', () => {
  const content = '\uFEFFname,lei\n"Bank ""A"", Inc.",\r\n\r\nBank B,529900T8BM49AURSDO55'
  expect(decodeDirectory(content, 'CSV')).toEqual({
    ok: true,
    value: [
      { line: 2, read: { ok: true, value: { name: 'Bank "A", Inc.' } } },
      { line: 4, read: { ok: true, value: { name: 'Bank B', lei: '529900T8BM49AURSDO55' } } },
    ],
  })
})

it.each(['\n', '\r\n', '\r'])('a CSV row has the line number at which it begins, with the line endings %j', (end) => {
  const content = ['', 'name,url', 'A,', '', '', '"Two', 'lines, ""quoted"', '"",', '', '"B', '', '",', 'C'].join(end)
  const decoded = decodeDirectory(content, 'CSV')
  expect(decoded.ok && decoded.value.map(({ line }) => line)).toEqual([3, 6, 8, 10, 13])
})

it.each([
  ['CSV', '', 'VASP_IMPORT_FORMAT'],
  ['CSV', 'lei\n1', 'VASP_IMPORT_FORMAT'],
  ['CSV', 'name,shoeSize\nBank,1', 'VASP_IMPORT_FORMAT'],
  ['CSV', 'name,name\nBank,Bank', 'VASP_IMPORT_FORMAT'],
  ['CSV', 'name;lei\nBank;1', 'VASP_IMPORT_FORMAT'],
  ['CSV', 'name\n"Bank', 'VASP_IMPORT_FORMAT'],
  ['JSON', '[', 'VASP_IMPORT_FORMAT'],
  ['JSON', '{}', 'VASP_IMPORT_FORMAT'],
  ['CSV', `name\n${'Bank\n'.repeat(DIRECTORY_ROWS_MAX + 1)}`, 'VASP_IMPORT_TOO_LARGE'],
  ['JSON', JSON.stringify(Array(DIRECTORY_ROWS_MAX + 1).fill({})), 'VASP_IMPORT_TOO_LARGE'],
  ['CSV', 'é'.repeat(DIRECTORY_BYTES_MAX / 2 + 1), 'VASP_IMPORT_TOO_LARGE'],
] as const)('a document that is malformed or too large is refused: %#', (format, content, code) => {
  expect(decodeDirectory(content, format)).toMatchObject({ ok: false, refusal: { code } })
})

it.each([
  ['CSV', 'name,lei\nBank', undefined],
  ['JSON', '[1]', undefined],
  ['JSON', '[{"shoeSize":"1"}]', undefined],
  ['JSON', '[{"name":5}]', 'name'],
  ['JSON', '[{"assetIdentifiers":{}}]', 'assetIdentifiers'],
] as const)('a malformed row is reported as a problem of that row: %#', (format, content, field) => {
  const refusal = expect.objectContaining({ code: 'VASP_IMPORT_ROW_INVALID', field })
  expect(decodeDirectory(content, format)).toEqual({
    ok: true,
    value: [{ ...(format === 'CSV' && { line: 2 }), read: { ok: false, refusal } }],
  })
})
