import { forwardFrom } from '@kube-informer/testing'

const server = new Worker(new URL('./server.worker.ts', import.meta.url), { type: 'module' })

/** The option `worker` of `connectInformers`. */
export const worker = () => {
  const informers = new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' })
  forwardFrom(informers, server, { baseUrl: '/k8s' })
  return informers
}
