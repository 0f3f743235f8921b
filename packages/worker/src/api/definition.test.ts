import { byPath, defineResource, type KubernetesObject } from '@kube-informer/core'
import { describe, expect, it } from 'vitest'
import { defineInformers, definitionsFingerprint, type InformerDefinition } from './definition.ts'
import { hashOf } from './hash-of.ts'
import { informer } from './informer.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const nodes = defineResource({ group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false })

const fingerprint = (definition: Partial<InformerDefinition> = {}): string =>
  definitionsFingerprint({ pods: { resource: pods, ...definition } })

describe('a fingerprint', () => {
  it('is equal for equal definitions, in any order and with any functions', () => {
    const one = defineInformers({
      pods: { resource: pods, indexers: { node: byPath('spec.nodeName'), owner: () => [] } },
      nodes: { resource: nodes },
    })
    const other = defineInformers({
      nodes: { resource: { ...nodes } },
      pods: { resource: pods, indexers: { owner: () => ['x'], node: byPath('spec.nodeName') } },
    })
    expect(definitionsFingerprint(one)).toBe(definitionsFingerprint(other))
    expect(definitionsFingerprint(one)).toMatch(/^[0-9a-z]{2,14}$/)
  })

  it('is that of the literal definition for informer()', () => {
    const node = byPath('spec.nodeName')
    const built = definitionsFingerprint({ pods: informer(pods, { indexers: { node }, trim: ['status'] }) })
    expect(built).toBe(fingerprint({ indexers: { node }, trim: ['status'] }))
    expect(definitionsFingerprint({ pods: informer(pods) })).toBe(fingerprint())
  })

  it('depends on every option that a page and its worker must share', () => {
    const none = (_: KubernetesObject) => []
    const all = [
      definitionsFingerprint({}),
      definitionsFingerprint({ sets: { resource: pods } }),
      definitionsFingerprint({ pods: { resource: nodes } }),
      fingerprint(),
      fingerprint({ indexers: { node: none } }),
      fingerprint({ indexers: { owner: none } }),
      fingerprint({ comparators: { node: () => 0 } }),
      fingerprint({ predicates: { node: () => true } }),
      fingerprint({ trim: ['spec'] }),
      fingerprint({ pick: ['spec'] }),
      fingerprint({ transform: object => object }),
      fingerprint({ persist: false }),
      fingerprint({ persist: { version: 2 } }),
      fingerprint({ watchScope: 'cluster' }),
      fingerprint({ watchScope: { namespaces: ['a'] } }),
      ...[{ group: 'g' }, { version: 'v2' }, { plural: 'p' }, { kind: 'K' }, { namespaced: false }].map(
        member => definitionsFingerprint({ pods: { resource: { ...pods, ...member } } }),
      ),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})

it('hashes text as FNV-1a does, in two halves', () => {
  expect(['', 'a', 'ab', 'ba'].map(hashOf)).toEqual([
    ...['15z3edoztntfp', '18ovp4h1r9wi7g', '40zij3lekqmi', '1f7di0jgp0ybw'],
  ])
  // The published value of FNV-1a for 'a'.
  expect(hashOf('a').endsWith((0xe40c292c).toString(36))).toBe(true)
})

it('a definition is frozen, and keeps its members', () => {
  const definitions = { pods: { resource: pods } }
  expect([defineInformers(definitions), Object.isFrozen(definitions)]).toEqual([definitions, true])
})
