import { connectInformers } from '@kube-informer/worker'
import { informers } from './informers.ts'

export const connection = connectInformers(informers, {
  baseUrl: '/k8s',
  worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
})
