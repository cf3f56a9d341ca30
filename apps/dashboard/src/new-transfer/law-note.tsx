import { useLanguage } from '../language/language.tsx'
import { ROLES } from './draft.ts'
import { type Jurisdiction, requiredData } from './required-data.ts'

/** Names the law that requires the marked fields, and explains the marks. */
export function LawNote({ jurisdiction }: { readonly jurisdiction: Jurisdiction }) {
  const words = useLanguage().t.newTransfer
  const hasChoice = ROLES.some((role) => [...requiredData(jurisdiction, role).values()].includes('ONE_OF'))
  return (
    <p className="soft">
      {words.law(jurisdiction.code, jurisdiction.law)} {hasChoice && words.lawAccepts}
    </p>
  )
}
