import type { PageLifecycle, PageLifecycleChange } from '@kube-informer/core'

/** The lifecycle of a document: visibility, freezing, network. @param page default: this page's */
export function documentLifecycle(page: Document = document): PageLifecycle {
  const view = page.defaultView
  return {
    get visible() {
      return page.visibilityState === 'visible'
    },
    get online() {
      return view?.navigator.onLine ?? true
    },
    subscribe(listener) {
      const end = new AbortController()
      const on = (target: EventTarget | null, type: string, change: PageLifecycleChange) =>
        target?.addEventListener(type, () => listener(change), { signal: end.signal })
      on(page, 'visibilitychange', 'visibility')
      on(page, 'freeze', 'freeze')
      on(page, 'resume', 'resume')
      on(view, 'online', 'online')
      on(view, 'offline', 'offline')
      on(view, 'pagehide', 'leave')
      // The first `pageshow` of a page is its load. One that is `persisted` is its return from the back/forward cache.
      const onShow = (event: PageTransitionEvent) => event.persisted && listener('resume')
      view?.addEventListener('pageshow', onShow, { signal: end.signal })
      return () => end.abort()
    },
  }
}

/** For environments without a document, where nothing is ever hidden. */
export const alwaysVisible: PageLifecycle = { visible: true, subscribe: () => () => {} }
