import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { Highlighted } from './highlighted.tsx'
import type { LogLine } from './log-line.ts'

interface LogLinesProps {
  readonly lines: readonly LogLine[]
  /** In lower case. */
  readonly find: string
  readonly withTime: boolean
  readonly withSource: boolean
  readonly wrap: boolean
  /** Whether the newest line stays in view. */
  readonly follows: boolean
  /** The reader has scrolled away from the newest line, or back to it. */
  readonly onFollows: (follows: boolean) => void
}

const LINE_HEIGHT = 20
/** In pixels: how far from the end still counts as the end. */
const NEAR = 30

/** The lines on screen. The virtualizer changes in place, so the React compiler must not memoize this. */
export function LogLines(props: LogLinesProps): ReactNode {
  'use no memo'
  const { lines, find, withTime, withSource, wrap, follows, onFollows } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: index => lines[index]?.id ?? index,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  })

  useEffect(() => {
    if (follows && lines.length > 0) virtualizer.scrollToIndex(lines.length - 1, { align: 'end' })
  }, [follows, lines, virtualizer])

  const onScroll = (): void => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR
    if (isAtEnd !== follows) onFollows(isAtEnd)
  }

  return (
    <div
      ref={scroller}
      className={wrap ? 'log-lines wrap' : 'log-lines'}
      onWheel={onScroll}
      onKeyUp={onScroll}
      onPointerUp={onScroll}
      role="log"
      aria-label="Log"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reachable by keyboard
      tabIndex={0}
      data-testid="log"
    >
      <div className="log-content" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index]
          if (line === undefined) return null
          return (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={`log-line ${line.level ?? ''}`}
              style={{ transform: `translateY(${start}px)` }}
              data-testid="log-line"
            >
              {withTime && <time>{line.time.slice(11, 23)}</time>}
              {withSource && <span className="log-source">{line.source}</span>}
              <span className="log-text">
                <Highlighted text={line.text} find={find} />
              </span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
