import { useScope } from '../session/use-session.ts'

/** Whether the person may import VASPs, as the API requires it. */
export function useMayImport(): boolean {
  const mayWrite = useScope('trpd:write')
  const mayAdminister = useScope('autod:write')
  return mayWrite && mayAdminister
}
