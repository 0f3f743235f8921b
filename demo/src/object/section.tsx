import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  /** Beside the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A part of an object's page with a heading. */
export function Section({ title, aside, children }: SectionProps): ReactNode {
  const id = useId()
  return (
    <section className="object-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
