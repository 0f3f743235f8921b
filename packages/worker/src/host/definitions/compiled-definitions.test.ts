import { UsageError } from '@kube-informer/core'
import { nodes, pods } from '@kube-informer/core/resources'
import { expect, test } from 'vitest'
import { defineInformers } from '../../api/definition.ts'
import { CompiledDefinitions } from './compiled-definitions.ts'

const start = () => new CompiledDefinitions(defineInformers({ pods: { resource: pods, trim: ['spec'] } }))

test('each definition is compiled once', () => {
  const definitions = start()
  const named = definitions.find('pods')
  expect([definitions.find('pods'), definitions.find(pods)]).toEqual([named, named])
  expect(definitions.find({ ...nodes })).toBe(definitions.find({ ...nodes }))
  for (const of of ['identitiesOf', 'metadataOf'] as const)
    expect(definitions[of]({ ...nodes })).toBe(definitions[of]({ ...nodes }))
  expect(definitions.find('pods', 'table')).toBe(definitions.find('pods', 'table'))
})

test('no two definitions have one number', () => {
  const definitions = start()
  const compiled = [
    definitions.find('pods', 'table'),
    definitions.find(nodes, 'table'),
    ...[definitions.find('pods'), definitions.find(nodes)],
    ...[definitions.identitiesOf(pods), definitions.metadataOf(pods)],
    ...[definitions.identitiesOf(nodes), definitions.metadataOf(nodes)],
  ]
  expect(new Set(compiled).size).toBe(8)
  expect(new Set(compiled.map(({ id }) => id)).size).toBe(8)
})

test('a resource is that of a name, or itself', () => {
  const definitions = start()
  expect([definitions.resource('pods'), definitions.resource(nodes)]).toEqual([pods, nodes])
  expect(() => definitions.resource('jobs')).toThrow(UsageError)
  expect(() => definitions.find('jobs')).toThrow(UsageError)
})
