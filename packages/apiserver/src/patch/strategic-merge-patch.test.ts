import { beforeAll, describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { rejectionOf } from '../test/rejection.ts'
import { schemaOf } from '../test/widgets.ts'
import { applyStrategicMergePatch } from './strategic-merge-patch.ts'

let deployment: Schema
beforeAll(async () => {
  deployment = await schemaOf('apps', 'v1', 'Deployment')
})

const container = (name: string, more: JsonObject = {}): JsonObject => ({ name, image: 'i', ...more })
const containers = [
  container('a', {
    ports: [{ containerPort: 80 }, { containerPort: 81 }],
    env: [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ],
    args: ['x', 'y'],
    resources: { limits: { cpu: '1', memory: '1Gi' } },
  }),
  container('b'),
  container('c'),
]
const target: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', labels: { a: '1', b: '2' }, finalizers: ['x/a', 'x/b', 'x/c'] },
  spec: {
    replicas: 2,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
    template: { spec: { containers, tolerations: [{ key: 'k' }], volumes: [{ name: 'v', emptyDir: {} }] } },
  },
}

/** The patched part at a path. */
function patched(path: string, patch: unknown): unknown {
  const names = path.split('.')
  const whole = names.reduceRight<unknown>((value, name) => ({ [name]: value }), patch)
  const result = applyStrategicMergePatch(target, whole, deployment)
  return names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), result)
}
const POD = 'spec.template.spec'
const podPatched = (patch: unknown): JsonObject => {
  const pod = patched(POD, patch)
  return isObject(pod) ? pod : {}
}
const namesOf = (list: unknown): unknown =>
  Array.isArray(list) ? list.map(item => (isObject(item) ? item.name : item)) : list
const first = (patch: JsonObject): JsonObject => {
  const { containers: [item] = [] } = podPatched({ containers: [{ name: 'a', ...patch }] }) as {
    containers?: readonly JsonObject[]
  }
  return item ?? {}
}

describe('a strategic merge patch', () => {
  test('M21: objects merge, null removes, lists without a strategy are replaced', () => {
    expect(patched('metadata.labels', { a: null, c: '3' })).toEqual({ b: '2', c: '3' })
    expect(patched('spec.replicas', null)).toBeUndefined()
    expect(podPatched({ tolerations: [{ key: 'n' }] }).tolerations).toEqual([{ key: 'n' }])
    expect(first({ args: ['z'] }).args).toEqual(['z'])
    expect(applyStrategicMergePatch(target, null, deployment)).toBe(target)
  })

  test('M21: lists with a merge key merge by item; new items come first', () => {
    const { containers: merged } = podPatched({ containers: [{ name: 'b', image: 'j' }, container('n')] })
    expect(namesOf(merged)).toEqual(['a', 'b', 'n', 'c'])
    expect(first({ ports: [{ containerPort: 90 }, { containerPort: 81, name: 'p' }] }).ports).toEqual([
      { containerPort: 90 },
      { containerPort: 80 },
      { containerPort: 81, name: 'p' },
    ])
    expect(namesOf(podPatched({ containers: [container('n')] }).containers)).toEqual(['n', 'a', 'b', 'c'])
  })

  test('$patch: delete and replace, in lists and in objects', () => {
    expect(namesOf(podPatched({ containers: [{ name: 'b', $patch: 'delete' }] }).containers)).toEqual([
      'a',
      'c',
    ])
    const replaced = podPatched({ containers: [{ $patch: 'replace' }, container('z')] }).containers
    expect(replaced).toEqual([container('z')])
    expect(first({ resources: { $patch: 'replace', limits: { cpu: '2' } } }).resources).toEqual({
      limits: { cpu: '2' },
    })
    expect(first({ resources: { $patch: 'delete' } }).resources).toEqual({})
    const added = podPatched({
      initContainers: [container('i', { env: [{ name: 'A' }, { $patch: 'delete', name: 'B' }] })],
    })
    expect(added.initContainers).toEqual([container('i', { env: [{ name: 'A' }] })])
  })

  test('merged lists of scalars are unions; $deleteFromPrimitiveList removes items', () => {
    expect(patched('metadata', { finalizers: ['x/d', 'x/b'] })).toMatchObject({
      finalizers: ['x/d', 'x/a', 'x/b', 'x/c'],
    })
    expect(patched('metadata', { '$deleteFromPrimitiveList/finalizers': ['x/b', 'x/q'] })).toMatchObject({
      finalizers: ['x/a', 'x/c'],
    })
  })

  test('$setElementOrder sets the order, and the stored order interleaves other items', () => {
    const order = (...names: string[]) => names.map(name => ({ name }))
    const ordered = (patch: JsonObject) => namesOf(podPatched(patch).containers)
    expect(ordered({ '$setElementOrder/containers': order('c', 'a', 'b') })).toEqual(['c', 'a', 'b'])
    expect(
      ordered({ '$setElementOrder/containers': order('c', 'n', 'a'), containers: [container('n')] }),
    ).toEqual(['b', 'c', 'n', 'a'])
    expect(
      ordered({
        '$setElementOrder/containers': order('n', 'a'),
        containers: [container('n'), { name: 'b', $patch: 'delete' }],
      }),
    ).toEqual(['c', 'n', 'a'])
    expect(
      patched('metadata', { '$setElementOrder/finalizers': ['x/c', 'x/n', 'x/a'], finalizers: ['x/n'] }),
    ).toMatchObject({
      finalizers: ['x/b', 'x/c', 'x/n', 'x/a'],
    })
  })

  test('$retainKeys keeps only the listed members', () => {
    expect(patched('spec.strategy', { $retainKeys: ['type'], type: 'Recreate' })).toEqual({
      type: 'Recreate',
    })
    const volume = { name: 'v', configMap: { name: 'c' }, $retainKeys: ['name', 'configMap'] }
    expect(podPatched({ volumes: [volume] }).volumes).toEqual([{ name: 'v', configMap: { name: 'c' } }])
  })

  test('nulls in new values are removed', () => {
    expect(podPatched({ nodeSelector: { a: 'b', c: null } }).nodeSelector).toEqual({ a: 'b' })
    expect(first({ livenessProbe: { httpGet: { port: 1, host: null } } }).livenessProbe).toEqual({
      httpGet: { port: 1 },
    })
  })

  test.each<readonly [path: string, patch: unknown, code: number, message: string]>([
    ['spec.strategy', { $patch: 'foo' }, 500, 'unknown patch type: foo in map: map[$patch:foo]'],
    ['spec.strategy', { $patch: 'merge' }, 500, 'unknown patch type: merge in map: map[$patch:merge]'],
    ['spec.strategy', { $retainKeys: 5 }, 400, 'invalid patch format of retainKeys'],
    [
      'spec.strategy',
      { $retainKeys: ['rollingUpdate'], type: 'x' },
      400,
      'invalid patch format of retainKeys',
    ],
    [
      POD,
      { containers: [{ image: 'x' }] },
      500,
      'map: map[image:x] does not contain declared merge key: name',
    ],
    [POD, { containers: [5] }, 500, 'list element types are not identical: '],
    [POD, { '$setElementOrder/containers': 5 }, 500, 'expected a []interface {}, but received a int64'],
    [POD, { $setElementOrder: [] }, 400, 'invalid patch format of setElementOrder list'],
    [
      POD,
      { containers: [{ name: 'a', $patch: 'merge' }] },
      500,
      'merging lists cannot yet be specified in the patch',
    ],
    [
      POD,
      { containers: [{ $patch: 'delete' }] },
      500,
      'map: map[$patch:delete] does not contain declared merge key: name',
    ],
    [
      POD,
      {
        '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }],
        containers: [{ name: 'a' }, { name: 'b' }],
      },
      500,
      "The order in patch list:\n[map[name:a] map[name:b]]\n doesn't match $setElementOrder list:\n[map[name:b] map[name:a]]\n",
    ],
    ['metadata', { $deleteFromPrimitiveList: ['x'] }, 400, 'invalid patch format of primitive list'],
  ])('%s %j is rejected', (path, patch, code, message) => {
    const status = rejectionOf(() => patched(path, patch))
    expect(status.code).toBe(code)
    expect(status.message?.startsWith(message)).toBe(true)
  })

  test('a patch that is not an object is rejected', () => {
    expect(rejectionOf(() => applyStrategicMergePatch(target, [1], deployment)).message).toBe(
      'json: cannot unmarshal array into Go value of type map[string]interface {}',
    )
  })

  test('names of JavaScript properties are ordinary members, and the target is not changed', () => {
    const before = structuredClone(target)
    const patch: unknown = JSON.parse('{"__proto__":"p","constructor":"c"}')
    expect(JSON.stringify(patched('metadata.labels', patch))).toBe(
      '{"a":"1","b":"2","__proto__":"p","constructor":"c"}',
    )
    expect(target).toEqual(before)
  })
})
