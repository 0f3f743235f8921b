import { pods } from '@kube-informer/core/resources'
import { defineInformers } from '@kube-informer/worker'
import { expect, test } from 'vitest'
import * as entry from './index.ts'

const informers = defineInformers({ pods: { resource: pods } })
const exported = Object.keys(entry).filter(name => /^use|^InformerProvider$/.test(name))

test.each([{}, { resource: 'pods' }] as const)('the options %o give each exported hook', options => {
  const hooks = Object.keys(entry.createInformerHooks(informers, options))
  expect(hooks.toSorted()).toEqual(exported.toSorted())
})
