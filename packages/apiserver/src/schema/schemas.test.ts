import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtInResources } from './built-in-resources.ts'
import { loadSchemas } from './load-schemas.ts'

const schemas = await loadSchemas()

test('each kind that can be listed has a type', () => {
  const without = builtInResources().filter(
    ({ group, version, kind, verbs }) => verbs.includes('list') && !schemas.ofKind(group, version, kind),
  )
  expect(without).toEqual([])
})

test('all types can be put together, and know one another', () => {
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

test('a type that is within itself is made as far as it is read', () => {
  const props = schemas.ofType('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps')
  expect(props?.properties?.get('not')?.properties?.get('not')?.typeName).toBe(props?.typeName)
})

test('what one place says of a type is said there only', () => {
  const spec = schemas.ofKind('', 'v1', 'Pod')?.properties?.get('spec')
  const inTemplate = schemas.ofType('io.k8s.api.core.v1.PodTemplateSpec')?.properties?.get('spec')
  expect(spec?.added?.get('enableServiceLinks')).toBe(true)
  expect(inTemplate?.added?.has('enableServiceLinks')).toBe(false)
  expect(spec?.default).toEqual({})
})

test('subresources of other groups say so; what is stored has a hash', () => {
  const deployments = builtInResources().find(({ plural }) => plural === 'deployments')
  expect(deployments?.subresources).toContainEqual({
    ...{ name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1' },
    verbs: ['get', 'patch', 'update'],
  })
  expect(deployments?.storageVersionHash).toMatch(/^[\w+/]{11}=$/)
})

test('the data are of the server that core was generated from', () => {
  const versionIn = (path: string) =>
    /kube-apiserver (v[\d.]+)/.exec(readFileSync(new URL(path, import.meta.url), 'utf8'))?.[1]
  const version = versionIn('../../../core/src/resources/built-in-discovery.ts')
  expect(version).toMatch(/^v1\./)
  for (const name of ['type-lines', 'table-columns', 'resource-facts']) {
    expect(versionIn(`./data/${name}.ts`)).toBe(version)
  }
})
