import type { ReactNode } from 'react'

interface CardProps {
  /** Id of the heading, unique within the page. */
  readonly id: string
  readonly title: ReactNode
  /** Shown beside the heading. */
  readonly buttons?: ReactNode
  readonly children: ReactNode
}

/** A section of a page. */
export function Card({ id, title, buttons, children }: CardProps) {
  const heading = <h2 id={id}>{title}</h2>
  return (
    <section className="card panel" aria-labelledby={id}>
      {buttons === undefined ? (
        heading
      ) : (
        <div className="card-head">
          {heading}
          {buttons}
        </div>
      )}
      {children}
    </section>
  )
}
