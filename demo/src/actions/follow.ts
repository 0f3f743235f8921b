import type { KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { Inverse, RunContext } from './action.ts'
import { keyOf } from './names.ts'
import { type Rollout, rolloutOf } from './rollout.ts'
import { resourceOf } from './write.ts'

/** How long an effect is followed: what takes longer is reported as it is then. */
const FOLLOW_MS = 300_000

/** What is followed, and how far it is. */
export interface Followed {
  /** @default the kind of the action */
  readonly kind?: Kind
  /** @default the object of the action */
  readonly object?: KubernetesObject
  /** @default that of a rollout */
  readonly read?: (object: KubernetesObject) => Rollout
  readonly inverse?: Inverse | undefined
}

/**
 * Follows an object in the cache until it is done, and reports each change. Resolves with the last text; rejects if it failed,
 * is deleted, or the signal aborts.
 */
export function follow(context: RunContext, followed: Followed = {}): Promise<string> {
  const { connection, report } = context
  const { kind = context.kind, object = context.object, read = rolloutOf, inverse } = followed
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(FOLLOW_MS)])
  const slice = { target: { type: 'key', key: keyOf(object) } } as const
  return new Promise((resolve, reject) => {
    let last = ''
    const end = (finish: () => void): void => {
      unsubscribe()
      signal.removeEventListener('abort', abort)
      finish()
    }
    const abort = (): void => {
      if (context.signal.aborted) end(() => reject(context.signal.reason))
      else end(() => resolve(`${last}, after ${FOLLOW_MS / 60_000} minutes`))
    }
    const unsubscribe = connection.subscribe(
      { resource: resourceOf(kind), slice },
      ({ data: [current], status }) => {
        if (current === undefined) {
          if (status.data === 'complete') end(() => reject(new Error(`${keyOf(object)} was deleted.`)))
          return
        }
        const { state, text } = read(current)
        if (state === 'done') end(() => resolve(text))
        else if (state === 'failed') end(() => reject(new Error(text)))
        else if (text !== last) report({ stage: 'waiting', text, inverse })
        last = text
      },
    )
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
}
