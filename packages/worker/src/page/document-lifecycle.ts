import type { PageLifecycle } from '@kube-informer/core'

/** The visibility of a document: the default source of a connection wherever there is one. */
export function documentLifecycle(page: Document = document): PageLifecycle {
  return {
    get visible() {
      return page.visibilityState === 'visible'
    },
    subscribe(listener) {
      page.addEventListener('visibilitychange', listener)
      return () => page.removeEventListener('visibilitychange', listener)
    },
  }
}

/** For places without a document, where nothing ever is hidden. */
export const alwaysVisible: PageLifecycle = { visible: true, subscribe: () => () => {} }
