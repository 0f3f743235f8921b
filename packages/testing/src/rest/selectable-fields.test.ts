import { defineResource } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { configMaps, pods } from '../resources.ts'
import { checkFields } from './selectable-fields.ts'

const widgets = defineResource({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})
const custom = { 'widgets.example.com': ['spec.size'] }

test.each([
  [pods, 'spec.nodeName=a,status.phase!=Running'],
  [widgets, 'spec.size=3,metadata.name=a'],
  [configMaps, 'metadata.namespace=a,'],
  [widgets, String.raw`metadata.name=a\,b\=c`],
])('V37: fields that %o offers are allowed in %s', (resource, selector) => {
  expect(() => checkFields(resource, selector, custom)).not.toThrow()
})

test.each([
  [pods, 'metadata.name=a,spec.foo=1', 'field label not supported: spec.foo'],
  [widgets, 'spec.nodeName=a', 'field label not supported: spec.nodeName'],
  [
    configMaps,
    'data.a=1',
    '"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
  ],
])('V37: fields that %o does not offer are refused: %s', (resource, selector, message) => {
  expect(() => checkFields(resource, selector, custom)).toThrow(message)
})
