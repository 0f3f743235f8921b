import type { PageLifecycle, PageLifecycleChange } from '@kube-informer/core'

/** A page lifecycle that a test controls. */
export interface FakeLifecycle extends PageLifecycle {
  visible: boolean
  /** The number of listeners. */
  readonly listeners: number
  emit(change: PageLifecycleChange): void
}

export function fakeLifecycle(): FakeLifecycle {
  const listeners = new Set<(change?: PageLifecycleChange) => void>()
  return {
    visible: true,
    get listeners() {
      return listeners.size
    },
    emit(change) {
      for (const listener of [...listeners]) listener(change)
    },
    subscribe(given) {
      const listener = (change?: PageLifecycleChange) => given(change)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
