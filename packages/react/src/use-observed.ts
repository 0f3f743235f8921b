import type { Connection } from '@kube-informer/worker'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'
import { useStatusSubscribe } from './context/provider.tsx'
import type { PlaceholderData } from './placeholder.ts'
import { createProjection, rows, type Select, type Shape } from './projection.ts'
import type { ShownState, SliceResult } from './slice-result.ts'

/** What a hook shows. */
export interface Observed {
  readonly connection: Connection
  /** Equal for equal requests; undefined disables the hook. */
  readonly key: string | undefined
  /** What a server has rendered of it. */
  readonly hydrated?: object | undefined
  /** Creates the store of the present key. */
  readonly open: () => Pick<StoreApi<ShownState>, 'getState' | 'getInitialState' | 'subscribe'>
  /** The state while the hook has no store, and after a sign-out. */
  readonly empty: ShownState
  readonly shape?: Shape | undefined
  /** Whether a server renders the present state where nothing is hydrated. Otherwise it renders the initial one. */
  readonly suspends?: boolean | undefined
}

/** The options of a hook that decide how it shows a state. */
interface ViewOptions {
  readonly enabled?: boolean | undefined
  readonly select?: Select | undefined
  readonly placeholderData?: PlaceholderData<unknown> | undefined
}

/** Subscribes to a store, and shows its state. Every hook that reads rows or trees uses it. */
export function useObserved(
  { connection, key, hydrated, open, empty, shape = rows, suspends }: Observed,
  { enabled = true, select, placeholderData }: ViewOptions,
): SliceResult<unknown> {
  const isEnabled = enabled && key !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the request, which is new on each render
  const store = useMemo(() => (key === undefined ? undefined : open()), [connection, hydrated, key])
  const subscribeStatus = useStatusSubscribe(connection)
  const [project] = useState(createProjection)
  const last = useRef<{ readonly connection: Connection; readonly result: SliceResult<unknown> }>(undefined)
  const previous =
    placeholderData && last.current?.connection === connection ? last.current.result : undefined
  const read = (state: ShownState = empty): SliceResult<unknown> =>
    !isEnabled && connection.status.state === 'signedOut'
      ? project(empty, { shape, isEnabled })
      : project(state, { shape, select, isEnabled, placeholderData, previous })
  const result = useSyncExternalStore(
    // A disabled hook keeps what it shows without traffic, and only listens for a sign-out.
    isEnabled && store ? store.subscribe : subscribeStatus,
    () => read(store?.getState()),
    () => read(suspends && !hydrated ? store?.getState() : store?.getInitialState()),
  )
  // Written after the commit: a render that React discards must not change what was shown before.
  useEffect(() => {
    if (result.status.data !== 'none') last.current = { connection, result }
    else if (result.isError) last.current = undefined
  }, [connection, result])
  return result
}
