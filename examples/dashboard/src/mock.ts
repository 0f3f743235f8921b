import { createFakeApiserver, generatePods } from '@kube-informer/testing'
import { mswHandlers } from '@kube-informer/testing/msw'
import { setupWorker } from 'msw/browser'

/** A fake apiserver in the page. */
const server = createFakeApiserver({
  objects: generatePods({ count: 500, namespaces: 5, seed: 1 }),
  controllers: { logs: true },
})

/** Answers the requests below `/k8s`, those of the worker included. */
export const startMock = () => setupWorker(...mswHandlers(server, { baseUrl: '/k8s' })).start({ quiet: true })
