import { forwardToWorker } from '@kube-informer/testing'
import { mswHandlers } from '@kube-informer/testing/msw'
import { setupWorker } from 'msw/browser'

const url = new URL('./server.worker.ts', import.meta.url)
const server = forwardToWorker(new Worker(url, { type: 'module' }))
await setupWorker(...mswHandlers(server, { baseUrl: '/k8s' })).start()
