import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { operatorName } from './operator-name.ts'

test('an operator is named by their account, or by its number if the system has no name for it', () => {
  expect(operatorName()).toBe(userInfo().username)
  const nameless = () => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  }
  expect(operatorName(nameless)).toBe(`uid ${process.getuid?.()}`)
})
