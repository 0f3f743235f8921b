import { createInformerHooks } from '@kube-informer/react'
import { type Connection, connectInformers } from '@kube-informer/worker'
import { informers } from './informers.ts'

/** The hooks of every page. */
export const hooks = createInformerHooks(informers)

/** Connects a page to the apiserver that its URL names. */
export function connect(): Connection<typeof informers> {
  return connectInformers(informers, {
    baseUrl: new URLSearchParams(location.search).get('api') ?? '',
    worker: () => new Worker('/informers.worker.js', { type: 'module' }),
  })
}

/** Where a page renders. */
export function rootElement(): HTMLElement {
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no root')
  return root
}
