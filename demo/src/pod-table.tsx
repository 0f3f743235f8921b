import {
  keepPreviousData,
  type SliceOptions,
  type SliceResult,
  skipToken,
  useByIndex,
  useLister,
} from '@kube-informer/react'
import type { SliceWindow } from '@kube-informer/worker'
import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { columnsFor, type PodSort } from './columns.ts'
import type { informers } from './informers.ts'
import { Notice } from './notice.tsx'
import { keyOf, type Pod } from './pod.ts'
import { PlaceholderRow, PodRow } from './pod-row.tsx'
import { sameWindow, windowAround } from './row-window.ts'
import { TableHead } from './table-head.tsx'
import { HEAD_HEIGHT, ROW_HEIGHT, useVirtualRows } from './use-virtual-rows.ts'

/** The number of placeholder rows until the total is known. */
const PLACEHOLDERS = 40

interface PodTableProps {
  readonly namespace: string | undefined
  readonly text: string
  readonly openKey: string | undefined
  readonly onOpen: (key: string) => void
  readonly scroller: RefObject<HTMLDivElement | null>
}

/** The selected row: by key once its row is loaded, by index until then. A new query clears it. */
interface Cursor {
  readonly query: string
  readonly index: number
  readonly key: string | undefined
}

/** The Pods of one namespace or of all. The page only holds the rows of the window. */
export function PodTable({ namespace, text, openKey, onOpen, scroller }: PodTableProps): ReactNode {
  const [sort, setSort] = useState<PodSort>()
  const [cursor, setCursor] = useState<Cursor>()
  const [window, setWindow] = useState<SliceWindow>(() => windowAround(0, 40))
  const result = usePods(namespace, { filter: text === '' ? undefined : { text }, sort, window })
  const { data, total, status, error, isPending } = result
  const offset = result.window?.offset ?? 0
  const withNamespace = namespace === undefined

  const { items, height, scrollToIndex } = useVirtualRows(isPending ? PLACEHOLDERS : total, scroller)
  const wanted = windowAround(items[0]?.index ?? 0, items.at(-1)?.index ?? 40)
  if (!sameWindow(wanted, window)) setWindow(wanted)

  const query = JSON.stringify([namespace, text, sort])
  useScrollToTop(query, scroller)

  const rowAt = (index: number): Pod | undefined => data[index - offset]
  const at = cursor?.query === query ? findCursor(cursor, data, offset) : undefined

  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(total - 1, index))
    const row = rowAt(next)
    setCursor({ query, index: next, key: row && keyOf(row) })
    scrollToIndex(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = stepOf(event.key, scroller.current?.clientHeight ?? 0, total)
    if (step !== undefined) moveTo(at === undefined ? Math.max(0, step - 1) : at + step)
    else if (event.key === 'Enter' && event.target === scroller.current && at !== undefined) openAt(at)
    else return
    event.preventDefault()
  }
  const openAt = (index: number): void => {
    const row = rowAt(index)
    if (row) onOpen(keyOf(row))
  }
  const open = (key: string, index: number): void => {
    setCursor({ query, key, index })
    onOpen(key)
  }

  return (
    <div
      role="table"
      className={withNamespace ? 'table with-namespace' : 'table'}
      aria-label="Pods"
      aria-rowcount={isPending ? -1 : total + 1}
      aria-busy={isPending || result.isPlaceholderData}
      data-testid="pod-table"
    >
      <div
        ref={scroller}
        role="rowgroup"
        className="scroller"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the rows reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <TableHead columns={columnsFor(withNamespace)} sort={sort} onSort={setSort} />
        <div className="rows" style={{ height }}>
          {items.map(({ index, start }) => {
            const pod = rowAt(index)
            const top = start - HEAD_HEIGHT
            if (pod === undefined) return <PlaceholderRow key={index} index={index} top={top} />
            const key = keyOf(pod)
            return (
              <PodRow
                key={key}
                pod={pod}
                index={index}
                top={top}
                selected={key === openKey || index === at}
                withNamespace={withNamespace}
                onOpen={open}
              />
            )
          })}
        </div>
        <span className="visually-hidden" aria-live="polite">
          {at !== undefined && rowAt(at)?.metadata?.name}
        </span>
        <Notice total={total} text={text} status={status} error={error} />
      </div>
    </div>
  )
}

type PodQuery = SliceOptions<typeof informers, 'pods', Pod>

/**
 * Calls both hooks, as React requires, and disables one of them. The rows on screen stay until the query has an answer:
 * those of the disabled hook, if they are from before a change between all namespaces and one.
 */
function usePods(namespace: string | undefined, query: PodQuery): SliceResult<readonly Pod[]> {
  const kept = { ...query, placeholderData: keepPreviousData }
  const isEverywhere = namespace === undefined
  const everywhere = useLister({ ...kept, resource: isEverywhere ? 'pods' : skipToken })
  const inNamespace = useByIndex('namespace', namespace, kept)
  const wanted = isEverywhere ? everywhere : inNamespace
  const isAnswer = !wanted.isPending && !wanted.isPlaceholderData
  const [wasEverywhere, setWasEverywhere] = useState(isEverywhere)
  if (isAnswer && wasEverywhere !== isEverywhere) setWasEverywhere(isEverywhere)
  if (isAnswer || wasEverywhere === isEverywhere) return wanted
  return wasEverywhere ? everywhere : inNamespace
}

/** Scrolls to the first row after a new query. */
function useScrollToTop(query: string, scroller: RefObject<HTMLDivElement | null>): void {
  const last = useRef(query)
  useLayoutEffect(() => {
    if (last.current === query) return
    last.current = query
    scroller.current?.scrollTo({ top: 0 })
  }, [query, scroller])
}

/** The index of the cursor's Pod while the window contains it, since rows above it may be added or removed. */
function findCursor(cursor: Cursor, data: readonly Pod[], offset: number): number {
  if (cursor.key === undefined) return cursor.index
  const found = data.findIndex(pod => keyOf(pod) === cursor.key)
  return found < 0 ? cursor.index : found + offset
}

function stepOf(key: string, height: number, total: number): number | undefined {
  const page = Math.max(1, Math.floor((height - HEAD_HEIGHT) / ROW_HEIGHT) - 1)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -total,
    End: total,
  }
  return steps[key]
}
