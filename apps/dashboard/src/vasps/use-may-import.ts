import { useScope } from '../session/use-session.ts'

/** True if the person may import VASPs, according to the API's rule. */
export function useMayImport(): boolean {
  const mayWrite = useScope('trpd:write')
  const mayAdminister = useScope('autod:write')
  return mayWrite && mayAdminister
}
