import { defineResource } from '@kube-informer/core'
import {
  cronJobs,
  deployments,
  events,
  jobs,
  pods,
  replicaSets,
  secrets,
  services,
} from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { defineInformers } from '../../api/definition.ts'
import type { RelatedRequest } from '../../wire/related.ts'
import { planRelated } from './related-plan.ts'

const rollouts = defineResource({
  group: 'argoproj.io',
  version: 'v1alpha1',
  plural: 'rollouts',
  kind: 'Rollout',
  namespaced: true,
})
const informers = defineInformers({
  deployments: { resource: deployments },
  pods: { resource: pods },
  secrets: { resource: secrets },
  services: { resource: services },
  cronjobs: { resource: cronJobs },
  rollouts: { resource: rollouts },
  events: { resource: events },
})

function plan(
  resource: RelatedRequest['root']['resource'],
  resources?: readonly string[],
  definitions = informers,
) {
  const { sources } = planRelated({ root: { resource, namespace: 'a', name: 'b' }, resources }, definitions)
  return {
    read: sources.filter(({ failure }) => !failure).map(each => each.resource.name),
    metadata: sources.filter(({ metadataOnly }) => metadataOnly).map(each => each.resource.name),
    failures: sources.flatMap(({ resource, failure }) =>
      failure ? [`${resource.name}: ${failure.message}`] : [],
    ),
  }
}

const NOT_REQUESTED = 'secrets: not requested: holds credentials; name it in the option `resources`'

test('what holds credentials is not read because the definition contains it, and is named', () => {
  const { read, failures } = plan('pods')
  expect(read).toEqual(['deployments', 'pods', 'services', 'cronjobs', 'rollouts', 'events'])
  expect(failures).toEqual([NOT_REQUESTED])
})

test('it is read where the request names it', () => {
  expect(plan('pods', ['secrets'])).toEqual({
    read: ['secrets', 'events', 'pods'],
    metadata: [],
    failures: [],
  })
})

test('a root that holds credentials is read alone', () => {
  const { sources } = planRelated({ root: { resource: 'secrets', namespace: 'a', name: 'b' } }, informers)
  const ofSecrets = sources.filter(({ resource }) => resource.name === 'secrets')
  expect(ofSecrets).toMatchObject([{ subscription: { slice: { target: { type: 'key', key: 'a/b' } } } }])
})

test.each([
  ['deployments', 'apps/v1/replicasets'],
  ['cronjobs', 'batch/v1/jobs'],
  ['services', 'discovery.k8s.io/v1/endpointslices'],
])('what is between %s and what it owns is followed by its metadata', (root, between) => {
  expect(plan(root).metadata).toEqual([between])
  expect(plan(root, ['pods']).metadata).toEqual([between])
})

test('a custom resource may own ReplicaSets and Jobs', () => {
  expect(plan('rollouts').metadata).toEqual(['apps/v1/replicasets', 'batch/v1/jobs'])
})

test('nothing is followed that is shown, or leads to nothing', () => {
  const all = defineInformers({
    ...informers,
    replicasets: { resource: replicaSets },
    jobs: { resource: jobs },
  })
  expect([plan('deployments', undefined, all).metadata, plan('rollouts', undefined, all).metadata]).toEqual([
    [],
    [],
  ])
  expect(plan('deployments', ['services']).metadata).toEqual([])
  expect(plan('pods').metadata).toEqual([])
})
