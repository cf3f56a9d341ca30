import type { PersonPartsFragment } from '../api/operations.generated.ts'

/** The name to show for a person: the legal one, or else the first, in Latin characters if possible. */
export function personName({ naturalPerson, legalPerson }: PersonPartsFragment): string | undefined {
  const natural = naturalPerson?.name
  if (natural) {
    const names = [...natural.nameIdentifier, ...natural.localNameIdentifier, ...natural.phoneticNameIdentifier]
    const chosen = names.find(({ nameIdentifierType }) => nameIdentifierType === 'LEGL') ?? names[0]
    return chosen && joined(chosen.secondaryIdentifier, chosen.primaryIdentifier)
  }
  const legal = legalPerson?.name
  if (!legal) return undefined
  const names = [...legal.nameIdentifier, ...legal.localNameIdentifier, ...legal.phoneticNameIdentifier]
  const chosen = names.find(({ legalPersonNameIdentifierType }) => legalPersonNameIdentifierType === 'LEGL') ?? names[0]
  return chosen && joined(chosen.legalPersonName)
}

function joined(...parts: readonly (string | null)[]): string | undefined {
  const text = parts.filter((part) => part !== null && part.trim() !== '').join(' ')
  return text === '' ? undefined : text
}
