import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from './errors.ts'
import type { KubernetesObject } from './object.ts'
import { type ObjectName, resolveObjectName } from './object-name.ts'
import { defineResource, resourcePath } from './resource.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const nodes = defineResource({ group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false })

const pod: KubernetesObject = { metadata: { namespace: 'n', name: 'a', uid: 'u', resourceVersion: '7' } }

test.each<[string, ObjectName]>([
  ['its key', 'n/a'],
  ['its namespace and name', { namespace: 'n', name: 'a' }],
  ['itself', pod],
  ['a reference with more members', { ...{ kind: 'Pod', uid: 'u' }, namespace: 'n', name: 'a' }],
])('an object of a namespaced resource is named by %s', (_, name) => {
  expect(resolveObjectName(pods, name)).toEqual({ namespace: 'n', name: 'a' })
})

test.each<[string, ObjectName]>([
  ['its key', 'a'],
  ['its name', { name: 'a' }],
  ['the empty namespace of a request and its name', { namespace: '', name: 'a' }],
  ['itself', { metadata: { name: 'a' } }],
])('an object of a cluster-scoped resource is named by %s', (_, name) => {
  expect(resolveObjectName(nodes, name)).toEqual({ name: 'a' })
})

test.each(['system:node:a', 'constructor', 'a_b', 'A b', '...', 'ä', '\u{1F600}'])('%j is a name', name => {
  expect(resolveObjectName(nodes, name)).toEqual({ name })
})

test.each<[string, typeof pods | typeof nodes, unknown, string]>([
  [
    'a bare name of a namespaced resource',
    pods,
    'web',
    'an object of pods must be named by "namespace/name", { namespace, name } or the object itself, ' +
      'got the namespace undefined and the name "web"',
  ],
  [
    'a namespace of a cluster-scoped resource',
    nodes,
    'default/a',
    'an object of nodes must be named by "name", { name } or the object itself, ' +
      'got the namespace "default" and the name "a"',
  ],
  [
    'a cluster',
    pods,
    { cluster: 'east', namespace: 'n', name: 'a' },
    'an object of pods must be named without a cluster, got "east": use the client or the connection of that cluster',
  ],
])('%s is a UsageError that says what to write', (_, resource, name, message) => {
  expect(() => resolveObjectName(resource, name as ObjectName)).toThrow(new UsageError(message))
})

const HOSTILE: readonly unknown[] = [
  ...['', '/', 'a/', '/a', 'n//a', 'n/a/', 'a/b/c', 'n/..', './a', '__proto__/a', 'n/__proto__', 'n/a%2Fb'],
  ...['n/a\n', 'n\0/a', 'n/a\u007f', 'n/a\u0085', 'n/\ud800', '\udc00/a'],
  ...[undefined, null, 7, true, 7n, Symbol('a'), () => {}, [], ['n', 'a'], {}, { metadata: {} }],
  ...[{ metadata: 'n/a' }, { metadata: { namespace: 'n', name: 7 } }, { namespace: ['n'], name: 'a' }],
  ...[
    { namespace: 'n', name: { toString: () => 'a' } },
    { namespace: 'n', name: 'a/b' },
  ],
  ...[{ metadata: { namespace: '..', name: 'a' } }, JSON.parse('{"__proto__":{"namespace":"n","name":"a"}}')],
]

describe.each([pods, nodes])('of $plural', resource => {
  test('no hostile name resolves', () => {
    for (const name of HOSTILE)
      expect(() => resolveObjectName(resource, name as ObjectName), typeof name).toThrow(UsageError)
  })
})

/** The parts of names, and what must not be in one. */
const part = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab-.:_', ...'/%\\?# \n', 'ä', '\u{1F600}', '\ud83d'), maxLength: 4 }),
  fc.constantFrom('web', '..', '__proto__', 'constructor'),
)

test('what a name resolves to is one path below its collection, and every form resolves to the same', () => {
  const outcome = (name: ObjectName) => {
    try {
      return resolveObjectName(pods, name)
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError)
      return undefined
    }
  }
  let resolved = 0
  fc.assert(
    fc.property(part, part, (namespace, name) => {
      const found = outcome({ namespace, name })
      expect(outcome({ metadata: { namespace, name } })).toEqual(found)
      // A slash in a part makes a key of other parts.
      if (!`${namespace}${name}`.includes('/')) expect(outcome(`${namespace}/${name}`)).toEqual(found)
      if (!found) return
      resolved++
      expect(found).toEqual({ namespace, name })
      const { pathname, search, hash } = new URL(resourcePath(pods, found), 'http://server')
      expect([search, hash]).toEqual(['', ''])
      const segments = ['', 'api', 'v1', 'namespaces', namespace, 'pods', name]
      expect(pathname.split('/').map(decodeURIComponent)).toEqual(segments)
    }),
    { numRuns: 2000, seed: 1 },
  )
  expect(resolved).toBeGreaterThan(200)
})
