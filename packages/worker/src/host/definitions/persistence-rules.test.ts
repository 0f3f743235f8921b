import { defineResource, type ResourceDefinition } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import { defineInformers, type InformerDefinitions } from '../../api/definition.ts'
import { persistedTypes } from './persistence-rules.ts'

const resource = (plural: string, group = 'example.com', version = 'v1'): ResourceDefinition =>
  defineResource({ group, version, plural, kind: 'Any', namespaced: true })

/** The resources that a host persists, as `plural.version`. */
const persisted = (definitions: InformerDefinitions): string[] =>
  persistedTypes(definitions).map(({ resource: { plural, version } }) => `${plural}.${version}`)

const v1 = resource('things')
const v1beta1 = resource('things', 'example.com', 'v1beta1')

describe('a host persists', () => {
  test('every defined resource by default', () => {
    expect(persisted(defineInformers({ a: { resource: v1 }, b: { resource: v1beta1 } }))).toEqual([
      'things.v1',
      'things.v1beta1',
    ])
  })

  test('no version of a resource that one definition excludes, unless its own definition includes it', () => {
    const a = { resource: v1, persist: false }
    expect(persisted(defineInformers({ a, b: { resource: v1beta1 } }))).toEqual([])
    expect(persisted(defineInformers({ a, b: { resource: v1beta1, persist: true } }))).toEqual([
      'things.v1beta1',
    ])
    expect(persisted(defineInformers({ a, c: { resource: resource('things', 'other.com') } }))).toEqual([
      'things.v1',
    ])
  })

  test.each([
    ['secrets', ''],
    ['sealedsecrets', 'bitnami.com'],
    ['externalsecrets', 'external-secrets.io'],
    ['oauthaccesstokens', 'oauth.openshift.io'],
    ['tokens', 'management.cattle.io'],
    ['passwords', 'dex.coreos.com'],
    ['credentialsrequests', 'cloudcredential.openshift.io'],
    ['apikeys', 'devportal.kuadrant.io'],
  ])('%s of the group "%s" only if their definition says so', (plural, group) => {
    const definition = { resource: resource(plural, group) }
    expect(persisted(defineInformers({ a: definition }))).toEqual([])
    expect(persisted(defineInformers({ a: { ...definition, persist: { version: 2 } } }))).toHaveLength(1)
  })

  test.each(['configmaps', 'serviceaccounts', 'certificatesigningrequests', 'keyspaces', 'keycloaks'])(
    '%s, which hold no credentials',
    plural => {
      expect(persisted(defineInformers({ a: { resource: resource(plural) } }))).toHaveLength(1)
    },
  )

  test('the shape of each definition', () => {
    const [plain, picked] = persistedTypes(
      defineInformers({ a: { resource: v1 }, b: { resource: v1, pick: ['spec'] } }),
    )
    expect(plain?.shape).not.toBe(picked?.shape)
  })
})
