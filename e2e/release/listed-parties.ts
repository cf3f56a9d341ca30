import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runScreeningCommand } from '@travel-rule/trpd-subgraph/screening-command/run-screening-command'
import { sdnXml } from '@travel-rule/trpd-subgraph/testing/example-lists'
import type { NodeAccess } from '../harness/shared-node.ts'

/** A person in the stories: the given name, then the family name. */
export type Name = readonly [given: string, family: string]

/** Loads the list OFAC_SDN with these and some other persons into a node, like the operator's command. */
export async function loadListed(node: NodeAccess, listed: readonly Name[]): Promise<void> {
  const names: readonly Name[] = [...listed, ['Ranulph', 'Otherwick'], ['Isolde', 'Quillfeather']]
  const persons = names.map(([given, family], at) => ({ id: 1_000 + at, given, family }))
  const folder = await mkdtemp(join(tmpdir(), 'listed-'))
  try {
    await writeFile(join(folder, 'sdn.xml'), sdnXml(persons))
    const { output, isComplete } = await runScreeningCommand([folder], { TRPD_DATABASE_URL: node.databaseUrls.trpd })
    if (!isComplete) throw new Error(output)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** An originator with the data that EU law requires from the sender: name, account, date and place of birth. */
export function originatorOf([secondaryIdentifier, primaryIdentifier]: Name) {
  const nameIdentifier = [{ primaryIdentifier, secondaryIdentifier, nameIdentifierType: 'LEGL' }]
  const dateAndPlaceOfBirth = { dateOfBirth: '1972-05-17', placeOfBirth: 'Lyon' }
  return {
    originatorPersons: [{ naturalPerson: { name: { nameIdentifier }, dateAndPlaceOfBirth } }],
    accountNumber: ['account-4711'],
  }
}

/** A beneficiary of whom the sender only knows the name. */
export function beneficiaryOf([secondaryIdentifier, primaryIdentifier]: Name) {
  const nameIdentifier = [{ primaryIdentifier, secondaryIdentifier, nameIdentifierType: 'LEGL' }]
  return { beneficiaryPersons: [{ naturalPerson: { name: { nameIdentifier } } }], accountNumber: [] }
}
