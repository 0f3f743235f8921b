import { connectInformers } from '@kube-informer/worker'
import { informers } from './informers.ts'

/** React Router runs this module on the server too: there is no Worker, and the connection does nothing. */
export const connection = connectInformers(informers, {
  baseUrl: '/k8s',
  worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
})
