import type { ReactNode } from 'react'

interface FactProps {
  readonly label: string
  readonly children: ReactNode
}

/** One line of a list of facts. Absent if there is no value. */
export function Fact({ label, children }: FactProps) {
  if (children === false || children === null || children === '' || children === undefined) return null
  return (
    <div className="fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
