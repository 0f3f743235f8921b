import type { Pod } from '@kube-informer/core/resources'
import { pods } from '@kube-informer/core/resources'
import type { FakeApiserver } from './fake-apiserver-api.ts'

// Type tests: what must compile and what must not. Checked by `npm run types`, never run.

declare const server: FakeApiserver
declare const pod: Pod

server.get(pods, 'default/a') satisfies Pod | undefined
server.get(pods, pod) satisfies Pod | undefined
server.get(pods, { namespace: 'default', name: 'a' }) satisfies Pod | undefined
server.get(pod) satisfies Pod | undefined
server.update(pod) satisfies Pod
server.delete(pods, 'default/a') satisfies Pod
server.delete(pods, pod) satisfies Pod
server.delete(pod) satisfies Pod
// @ts-expect-error a key does not tell the resource
server.get('default/a')
// @ts-expect-error a name has a name
server.delete(pods, { namespace: 'default' })
