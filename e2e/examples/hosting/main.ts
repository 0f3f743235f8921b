import { connectInformers } from '@kube-informer/worker'
import { informers } from './informers.ts'
import { showPods } from './show-pods.ts'

const connection = connectInformers(informers, {
  baseUrl: '/k8s',
  identity: 'ada', // the user: her tabs share one cache, and a reload resumes from disk
  worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
  sharedWorker: () => new SharedWorker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
})

connection.subscribe(
  {
    resource: 'pods',
    slice: {
      sort: { by: 'metadata.creationTimestamp', descending: true },
      window: { limit: 10 },
    },
  },
  state => showPods(state, connection.status),
)
