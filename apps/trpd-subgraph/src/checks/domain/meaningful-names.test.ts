import { expect, it } from 'vitest'
import { checkFacts, naturalPerson, payloadOf } from '../../testing/example-facts.ts'
import { meaningfulNames } from './meaningful-names.ts'

it.each([
  ['Max', 'Mustermann', 'FAIL'],
  ['Mustermann', 'Erika', 'FAIL'],
  ['N/A', 'N/A', 'FAIL'],
  ['John', 'Doe', 'FAIL'],
  ['DOE', 'Jane', 'FAIL'],
  ['unknown', '', 'FAIL'],
  ['aaaa', 'a', 'FAIL'],
  ['--', '123', 'FAIL'],
  ['Fulano', 'de Tal', 'FAIL'],
  ['Ola', 'Nordmann', 'FAIL'],
  ['Matti', 'Meikäläinen', 'FAIL'],
  ['Вася', 'Пупкин', 'FAIL'],
  ['无名氏', '', 'FAIL'],
  ['فلان', 'الفلاني', 'FAIL'],
  ['Mario', 'Rossi', 'WARN'],
  ['太郎', '山田', 'WARN'],
  ['山田太郎', '', 'WARN'],
  ['Иван', 'Иванов', 'WARN'],
  ['Alice', 'Moreau', 'PASS'],
  ['N', 'Nguyen', 'PASS'],
  ['Li', 'Li', 'PASS'],
  ['Tess', 'Doe', 'PASS'],
])('the name "%s %s" is a %s', (given, family, verdict) => {
  const payload = payloadOf(
    naturalPerson(family === '' ? given : family, family === '' ? '' : given, {}),
    naturalPerson('Lind', 'Karin', {}),
    ['1'],
  )
  expect(meaningfulNames.judge(checkFacts({ payload }))).toMatchObject({ verdict })
})
