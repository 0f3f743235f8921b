import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInResources } from './built-in-resources.ts'
import { loadSchemas } from './load-schemas.ts'

const schemas = await loadSchemas()

test('each listable kind has a type', () => {
  const without = builtInResources().filter(
    ({ group, version, kind, verbs }) => verbs.includes('list') && !schemas.ofKind(group, version, kind),
  )
  expect(without).toEqual([])
})

test('all types and their references can be created', () => {
  for (const name of schemas.typeNames) expect(schemas.ofType(name)?.typeName).toBe(name)
  const pod = schemas.ofKind('', 'v1', 'Pod')
  const containers = pod?.properties?.get('spec')?.properties?.get('containers')
  expect(containers).toMatchObject({
    type: 'array',
    listType: 'map',
    listMapKeys: ['name'],
    patchStrategy: 'merge',
    patchMergeKey: 'name',
  })
  expect(containers?.items).toBe(schemas.ofType('io.k8s.api.core.v1.Container'))
})

test('a recursive type is created on demand', () => {
  const props = schemas.ofType('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps')
  expect(props?.properties?.get('not')?.properties?.get('not')?.typeName).toBe(props?.typeName)
})

test('attributes of one occurrence do not affect the type', () => {
  const spec = schemas.ofKind('', 'v1', 'Pod')?.properties?.get('spec')
  const inTemplate = schemas.ofType('io.k8s.api.core.v1.PodTemplateSpec')?.properties?.get('spec')
  expect(spec?.added?.get('enableServiceLinks')).toBe(true)
  expect(inTemplate?.added?.has('enableServiceLinks')).toBe(false)
  expect(spec?.default).toEqual({})
})

test('subresource kinds of other groups are marked; stored resources have a hash', () => {
  const deployments = builtInResources().find(({ plural }) => plural === 'deployments')
  expect(deployments?.subresources).toContainEqual({
    name: 'scale',
    kind: 'Scale',
    group: 'autoscaling',
    version: 'v1',
    verbs: ['get', 'patch', 'update'],
  })
  expect(deployments?.storageVersionHash).toMatch(/^[\w+/]{11}=$/)
})

test('the data is from the server version that core was generated from', () => {
  const versionIn = (path: string) =>
    /kube-apiserver (v[\d.]+)/.exec(readFileSync(new URL(path, import.meta.url), 'utf8'))?.[1]
  const version = versionIn('../../../core/src/resources/built-in-discovery.ts')
  expect(version).toMatch(/^v1\./)
  const columns = '../../../cacher/src/tables/data/table-columns.ts'
  for (const path of ['./data/type-lines.ts', './data/resource-facts.ts', columns])
    expect(versionIn(path)).toBe(version)
})
