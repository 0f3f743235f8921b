import { type ReactNode, useSyncExternalStore } from 'react'
import { formatAge } from './format-age.ts'
import { formatTime } from './format-time.ts'
import { getNow, subscribeToNow } from './now.ts'

/** The time since a timestamp, as kubectl prints it. Only an age whose text changes is rendered again. */
export function Age({ since }: { readonly since: string | undefined }): ReactNode {
  const at = since === undefined ? Number.NaN : Date.parse(since)
  const text = useSyncExternalStore(subscribeToNow, () => (Number.isNaN(at) ? '–' : formatAge(getNow() - at)))
  if (since === undefined || Number.isNaN(at)) return <span className="muted">–</span>
  return (
    <time dateTime={since} onPointerEnter={({ currentTarget }) => showTime(currentTarget, at)}>
      {text}
    </time>
  )
}

/** Only the time under the pointer has a title: to format one costs more than the rest of an age. */
function showTime(element: HTMLElement, at: number): void {
  element.title = formatTime(at)
}
