import type { PageLifecycleChange } from '@kube-informer/core'
import { expect, onTestFinished, test } from 'vitest'
import { documentLifecycle } from './document-lifecycle.ts'

/** A document of its own, whose events are ours. */
function openFrame(): { readonly page: Document; readonly view: Window } {
  const frame = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => frame.remove())
  const { contentDocument: page, contentWindow: view } = frame
  if (!page || !view) throw new Error('the frame has no document')
  return { page, view }
}

test('a document tells what happens to it', () => {
  const { page, view } = openFrame()
  const heard: (PageLifecycleChange | undefined)[] = []
  const lifecycle = documentLifecycle(page)
  const stop = lifecycle.subscribe(change => heard.push(change))
  const tell = (): void => {
    for (const type of ['visibilitychange', 'freeze', 'resume']) page.dispatchEvent(new Event(type))
    for (const type of ['offline', 'online']) view.dispatchEvent(new Event(type))
    view.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    view.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    view.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  }
  tell()
  const all = ['visibility', 'freeze', 'resume', 'offline', 'online', 'leave', 'resume']
  expect(heard).toEqual(all)
  stop()
  stop()
  tell()
  expect(heard).toEqual(all)
})

test('and how it is', () => {
  const lifecycle = documentLifecycle()
  expect(lifecycle.visible).toBe(document.visibilityState === 'visible')
  expect(lifecycle.online).toBe(navigator.onLine)
})
