// .storybook/preview.ts
import { createFakeApiserver, generatePods } from '@kube-informer/testing'
import { mswHandlers } from '@kube-informer/testing/msw'
import { setupWorker } from 'msw/browser'

const server = createFakeApiserver({ objects: generatePods({ count: 100 }) })
const worker = setupWorker(...mswHandlers(server, { baseUrl: '/k8s' }))

export const beforeAll = () => worker.start()
export const beforeEach = () => server.faults.clear()
