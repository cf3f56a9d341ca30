import type { ReactNode } from 'react'
import type { Messages } from '../language/messages.ts'
import type { ComparedValue } from './compare-parties.ts'

/** The label of a party's value; the name of its field if it has no label. */
export function valueLabel({ label, path }: Pick<ComparedValue, 'label' | 'path'>, t: Messages): ReactNode {
  if (label === 'accounts') return t.person.accounts
  if (label !== undefined) return t.newTransfer.fields[label]
  if (path.endsWith('.addressLine')) return t.person.address
  return <code dir="ltr">{path.split('.').at(-1)}</code>
}
