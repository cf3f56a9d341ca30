import type { Person } from './model.ts'

/**
 * The name of `person` as people write it, given names first: the legal name, else the first one there is; undefined when it has
 * none. Personal data.
 */
export function personName({ naturalPerson, legalPerson }: Person): string | undefined {
  const natural = naturalPerson?.name?.nameIdentifier ?? []
  const human = natural.find((name) => name.nameIdentifierType === 'LEGL') ?? natural[0]
  const legal = legalPerson?.name?.nameIdentifier ?? []
  const organization = legal.find((name) => name.legalPersonNameIdentifierType === 'LEGL') ?? legal[0]
  const parts = [human?.secondaryIdentifier, human?.primaryIdentifier, organization?.legalPersonName]
  const name = parts.filter((part) => part !== undefined && part.trim() !== '').join(' ')
  return name === '' ? undefined : name
}
