import { userInfo } from 'node:os'

/**
 * Name of the account that runs a command, for records of what an operator has decided. `uid` and
 * its number in a container whose account has no name.
 */
export function operatorName(account: () => { readonly username: string } = userInfo): string {
  try {
    return account().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
