import type { FlaggedState } from './flags.ts'

/**
 * Reads the state of an observer, and keeps the last data while the observer starts again without any. The connection
 * removes a slice without subscribers, for example that of a hidden `<Activity>`: its rows stay until the host has sent
 * them again. An error replaces them, for example a denial or a sign-out.
 */
export function holdData<TState extends FlaggedState>(getState: () => TState): () => TState {
  let seen: TState | undefined
  let shown: TState | undefined
  return () => {
    const state = getState()
    if (shown && state === seen) return shown
    seen = state
    shown = shown && restarts(state, shown) ? withStatus(shown, state) : state
    return shown
  }
}

const restarts = ({ status }: FlaggedState, shown: FlaggedState): boolean =>
  status.data === 'none' && !status.error && status.link !== 'stopped' && shown.status.data !== 'none'

const withStatus = <TState extends FlaggedState>(shown: TState, { status, paused }: TState): TState =>
  Object.freeze({ ...shown, paused, status: Object.freeze({ ...status, data: shown.status.data }) })
