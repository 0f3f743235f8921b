import type { PageLifecycleChange } from '@kube-informer/core'
import { expect, onTestFinished, test } from 'vitest'
import { documentLifecycle } from './document-lifecycle.ts'

/** A document in a frame, whose events the test dispatches. */
function openFrame(): { readonly page: Document; readonly view: Window } {
  const frame = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => frame.remove())
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) throw new Error('the frame has no document')
  return { page, view }
}

test('notifies listeners of the events of a document', () => {
  const { page, view } = openFrame()
  const received: (PageLifecycleChange | undefined)[] = []
  const lifecycle = documentLifecycle(page)
  const stop = lifecycle.subscribe(change => received.push(change))
  const dispatchAll = (): void => {
    for (const type of ['visibilitychange', 'freeze', 'resume']) page.dispatchEvent(new Event(type))
    for (const type of ['offline', 'online']) view.dispatchEvent(new Event(type))
    view.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    view.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    view.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }
  dispatchAll()
  const all = ['visibility', 'freeze', 'resume', 'offline', 'online', 'leave', 'resume']
  expect(received).toEqual(all)
  stop()
  stop()
  dispatchAll()
  expect(received).toEqual(all)
})

test('has the visibility and the network state of the document', () => {
  const lifecycle = documentLifecycle()
  expect(lifecycle.visible).toBe(document.visibilityState === 'visible')
  expect(lifecycle.online).toBe(navigator.onLine)
})
