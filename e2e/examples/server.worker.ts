import { createFakeApiserver, generatePods, serveFromWorker } from '@kube-informer/testing'

serveFromWorker(createFakeApiserver({ objects: generatePods({ count: 10_000 }) }))
