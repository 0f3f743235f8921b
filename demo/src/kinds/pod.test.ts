import type { Pod } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { lastRestartOf, readyOf, restartsOf } from './pod.ts'

const status = (name: string, more: object = {}) => ({
  name,
  image: name,
  imageID: '',
  ready: true,
  restartCount: 2,
  ...more,
})

const pod: Pod = {
  spec: { containers: [{ name: 'app' }, { name: 'agent' }] },
  status: { containerStatuses: [status('app'), status('agent', { ready: false })] },
}

test('counts ready containers and restarts', () => {
  expect([readyOf(pod), restartsOf(pod)]).toEqual([{ ready: 1, wanted: 2 }, 4])
})

test('counts sidecars, but no other init containers', () => {
  const withSidecar: Pod = {
    spec: {
      containers: [{ name: 'app' }],
      initContainers: [{ name: 'proxy', restartPolicy: 'Always' }, { name: 'migrate' }],
    },
    status: {
      containerStatuses: [status('app')],
      initContainerStatuses: [status('proxy', { restartCount: 3 }), status('migrate', { restartCount: 9 })],
    },
  }
  expect([readyOf(withSidecar), restartsOf(withSidecar)]).toEqual([{ ready: 2, wanted: 2 }, 5])
})

test('finds the last restart of all containers', () => {
  const ended = (finishedAt: string) => ({ lastState: { terminated: { exitCode: 1, finishedAt } } })
  const statuses = [status('a', ended('2026-01-01T00:00:02Z')), status('b', ended('2026-01-01T00:00:01Z'))]
  expect(lastRestartOf({ status: { containerStatuses: statuses } })).toBe('2026-01-01T00:00:02Z')
  expect(lastRestartOf(pod)).toBeUndefined()
})
