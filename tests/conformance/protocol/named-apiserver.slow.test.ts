import { test } from 'vitest'
import { namedTarget } from './named-target.ts'
import { describeProtocol } from './protocol.ts'
import { describeSockets } from './sockets.suite.ts'

const target = await namedTarget()

if (target) {
  describeProtocol(target)
  describeSockets(target)
} else test('the cluster of KUBE_APISERVER_URL', context => context.skip('KUBE_APISERVER_URL is not set'))
