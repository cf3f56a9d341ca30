import { userInfo } from 'node:os'

/**
 * Name of the account that runs a command, for records of an operator's decisions. In a container whose account has no
 * name: `uid` and its number.
 */
export function operatorName(account: () => { readonly username: string } = userInfo): string {
  try {
    return account().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
