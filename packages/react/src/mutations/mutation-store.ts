import type { Mutation } from '@kube-informer/worker'
import { createStore, type StoreApi } from 'zustand/vanilla'

/** The result of a mutation hook: immutable, and the same reference until something changes. It shows the last mutation. */
export interface MutationResult<TData, TVariables> {
  /** `success` once the server has accepted the write; `idle` before the first one and after `reset`. */
  readonly status: 'idle' | 'pending' | 'error' | 'success'
  /** Whether the server has not answered yet. */
  readonly isPending: boolean
  /** Whether the server has accepted the write, and an informer that can show the object does not have it yet. */
  readonly isSettling: boolean
  /** What the server responded. */
  readonly data: TData | undefined
  /** Why the write was rejected; `isConflict` and the other predicates accept it. */
  readonly error: Error | undefined
  /** What the mutation was called with. */
  readonly variables: TVariables | undefined
  /** Starts a mutation; its failure is `error`. The reference never changes. */
  readonly mutate: (variables: TVariables) => void
  /** Starts a mutation; resolves with the server's response, and rejects with its error. The reference never changes. */
  readonly mutateAsync: (variables: TVariables) => Promise<TData>
  /** Shows no mutation. One that is pending continues. The reference never changes. */
  readonly reset: () => void
}

/** Starts a write. */
export type StartMutation = (variables: never) => Pick<Mutation<unknown, unknown>, 'accepted' | 'settled'>

type State = Omit<MutationResult<unknown, unknown>, 'mutate' | 'mutateAsync' | 'reset'>

const IDLE: State = {
  status: 'idle',
  isPending: false,
  isSettling: false,
  data: undefined,
  error: undefined,
  variables: undefined,
}

/** The state of one hook. Mutations may overlap: the last one decides what is shown, also if an earlier one ends later. */
export function createMutationStore(start: StartMutation): StoreApi<MutationResult<unknown, unknown>> {
  let last: object | undefined
  return createStore(set => {
    const mutateAsync = async (variables: unknown): Promise<unknown> => {
      const own = {}
      last = own
      const show = (status: State['status'], rest?: Partial<State>): void => {
        if (last === own) set({ ...IDLE, status, isPending: status === 'pending', variables, ...rest })
      }
      show('pending')
      try {
        const { accepted, settled } = start(variables as never)
        const data = await accepted
        const end = (): void => show('success', { data })
        show('success', { data, isSettling: true })
        settled.then(end, end)
        return data
      } catch (error) {
        show('error', { error: error as Error })
        throw error
      }
    }
    return {
      ...IDLE,
      mutateAsync,
      mutate(variables) {
        mutateAsync(variables).catch(() => {})
      },
      reset() {
        last = undefined
        set(IDLE)
      },
    }
  })
}
