import { useQuery } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { OrganisationSettingsDocument } from '../api/operations.generated.ts'
import { TimeZone } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'

/** Shows its children with times in the organisation's zone; without its settings, in the browser's zone. */
export function OrganisationTime({ children }: { readonly children: ReactNode }) {
  const mayRead = useScope('autod:read')
  const { data } = useQuery(OrganisationSettingsDocument, { skip: !mayRead })
  return <TimeZone name={data?.autod?.settings?.timeZone}>{children}</TimeZone>
}
