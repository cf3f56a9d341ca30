import { useLanguage } from '../language/language.tsx'
import type { FieldIssue } from '../persons/issues-by-field.ts'
import { type PartiesDraft, type PartyRole, ROLES } from './draft.ts'
import { PartyFields } from './party-fields.tsx'
import { type Jurisdiction, requiredData } from './required-data.ts'

interface PartiesFieldsProps {
  readonly jurisdiction: Jurisdiction | null | undefined
  readonly parties: PartiesDraft
  readonly onChange: (changes: Partial<PartiesDraft>) => void
  /** The parties whose names are required. */
  readonly mandatory: readonly PartyRole[]
  readonly issues: readonly FieldIssue[]
}

/** Both parties. Names the law that requires the marked fields, and explains the marks. */
export function PartiesFields({ jurisdiction, parties, onChange, mandatory, issues }: PartiesFieldsProps) {
  const words = useLanguage().t.newTransfer
  const required = ROLES.map((role) => [role, requiredData(jurisdiction, role)] as const)
  const hasChoice = required.some(([, data]) => [...data.values()].includes('ONE_OF'))
  return (
    <>
      {jurisdiction && (
        <p className="soft">
          {words.law(jurisdiction.code, jurisdiction.law)} {hasChoice && words.lawAccepts}
        </p>
      )}
      {required.map(([role, data]) => (
        <PartyFields
          key={role}
          role={role}
          party={parties[role]}
          onChange={(party) => onChange({ [role]: party })}
          required={data}
          isMandatory={mandatory.includes(role)}
          issues={issues}
        />
      ))}
    </>
  )
}
