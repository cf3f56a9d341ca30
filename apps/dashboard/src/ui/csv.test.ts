import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a CSV file quotes commas, quotation marks and line breaks', () => {
  expect(csvOf([['a', 'b,c', 'd"e', 'f\ng', null, 7]])).toBe('a,"b,c","d""e","f\ng",,7\r\n')
})

test.each(['=HYPERLINK("x")', '+1', '-1', '@SUM(1)', '\tx', '\rx', '\n=1', "'=1", '＝1', '＋1', '－1', '＠SUM(1)'])(
  '%j in a CSV file is not a formula',
  (value) => {
    expect(csvOf([[value]])).toBe(`"'${value.replaceAll('"', '""')}"\r\n`)
  },
)

test('a CSV file quotes a cell with leading or trailing white space, which programs would remove', () => {
  expect(csvOf([[' =1', 'x ']])).toBe('" =1","x "\r\n')
})

test('a negative number in a CSV file is still a number', () => {
  expect(csvOf([[-5]])).toBe('-5\r\n')
})
