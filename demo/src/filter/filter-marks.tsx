import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { Mistake } from './expression.ts'
import { highlight } from './highlight.ts'

interface FilterMarksProps {
  readonly text: string
  readonly mistake: Mistake | undefined
  readonly input: RefObject<HTMLInputElement | null>
}

/** The colors of the text, below the input whose own text is transparent. */
export function FilterMarks({ text, mistake, input }: FilterMarksProps): ReactNode {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = input.current
    const follow = (): void => layer.current?.scrollTo({ left: element?.scrollLeft ?? 0 })
    element?.addEventListener('scroll', follow)
    return () => element?.removeEventListener('scroll', follow)
  }, [input])
  return (
    <div ref={layer} className="filter-marks" aria-hidden="true">
      {highlight(text, mistake).map(mark => (
        <span key={mark.start} className={mark.type}>
          {mark.text}
        </span>
      ))}
    </div>
  )
}
