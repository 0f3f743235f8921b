import { configMaps } from '@kube-informer/core/resources'
import { beforeAll, describe, expect, test } from 'vitest'
import { createKinds } from '../kinds/create-kinds.ts'
import type { Kind } from '../kinds/kind.ts'
import { namedKind } from '../kinds/named-kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import type { Patch } from '../patch/patch.ts'
import { loadSchemas } from '../schema/load-schemas.ts'
import { OBJECT_META, structuralSchema } from '../schema/structural-schema.ts'
import { rejectionOf } from '../test/rejection.ts'
import { applied, patched } from './patching.ts'
import { loadTarget, type Target, type Writing } from './target.ts'

const kinds = createKinds()
const PLACE = { namespace: 'default', name: 'a', subresource: '' }
let configMap: Target
let widget: Target
/** A custom resource without a schema. */
let untyped: Target
beforeAll(async () => {
  configMap = await loadTarget(kinds.of(configMaps) as Kind, PLACE)
  const definition = { group: 'e.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true }
  untyped = await loadTarget(namedKind(definition), PLACE)
  const properties = { spec: { type: 'object', properties: { b: {}, a: {} } } }
  const schemas = await loadSchemas()
  widget = {
    ...untyped,
    schema: structuralSchema({ type: 'object', properties }, schemas.ofType(OBJECT_META)),
  }
})

const STORED: AnyObject = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { x: '1' } }
const WIDGET: AnyObject = { kind: 'Widget', apiVersion: 'e.com/v1', metadata: { name: 'a' }, spec: {} }
const warnings: string[] = []
const writingOf = (fieldValidation: Writing['fieldValidation']): Writing => ({
  ...{ dryRun: false, manager: 'm', fieldValidation, force: false },
  warn: text => warnings.push(text),
})
const patchOf = (type: Patch['type'], value: unknown, duplicates: readonly string[] = []): Patch => ({
  type,
  value,
  duplicates,
})

const result = (patch: Patch, validation: Writing['fieldValidation'] = 'Strict', target = configMap) => {
  warnings.length = 0
  const stored = target === configMap ? STORED : WIDGET
  return patched(target, patch, stored, writingOf(validation), kinds)
}
const messageOf = (patch: Patch, validation: Writing['fieldValidation'] = 'Strict', target = configMap) =>
  rejectionOf(() => result(patch, validation, target)).message

describe('a patch', () => {
  test('of each type changes the object', () => {
    for (const patch of [
      patchOf('merge', { data: { y: '2' } }),
      patchOf('strategic', { data: { y: '2' } }),
      patchOf('json', [{ op: 'add', path: '/data/y', value: '2' }]),
    ])
      expect(result(patch)).toEqual({ ...STORED, data: { x: '1', y: '2' } })
    expect(result(patchOf('strategic', { any: { y: 2 } }), 'Strict', untyped)).toEqual({
      ...WIDGET,
      any: { y: 2 },
    })
  })

  test.each<[Patch, string[]]>([
    [patchOf('merge', { bogus: 1 }, ['data.z']), ['duplicate field "data.z"', 'unknown field "bogus"']],
    [
      patchOf('json', [{ op: 'add', path: '/bogus', value: 1, extra: 2 }], ['[0].op']),
      [
        'json patch duplicate field "[0].op"',
        'json patch unknown field "[0].extra"',
        'unknown field "bogus"',
      ],
    ],
    [patchOf('merge', { data: { y: '2' } }), []],
  ])('%j has the problems %j', (patch, problems) => {
    result(patch, 'Warn')
    expect(warnings).toEqual(problems)
    result(patch, 'Ignore')
    expect(warnings).toEqual([])
    if (problems.length === 0) result(patch, 'Strict')
    else expect(messageOf(patch)).toContain(`strict decoding error: ${problems.join(', ')}`)
  })

  test('is shown as its result, whose members are sorted at the top only', () => {
    const text = JSON.stringify(
      `{"apiVersion":"v1","bogus":{"b":1,"a":2},"data":{"x":"1"},"kind":"ConfigMap","metadata":{"name":"a"}}`,
    )
    expect(messageOf(patchOf('merge', { bogus: { b: 1, a: 2 } }))).toBe(
      ` "" is invalid: patch: Invalid value: ${text}: strict decoding error: unknown field "bogus"`,
    )
    expect(messageOf(patchOf('strategic', { bogus: 1 }))).toContain('Invalid value: "map[bogus:1]"')
  })

  test('of a custom resource is shown with all members sorted', () => {
    const text = JSON.stringify(
      `{"apiVersion":"e.com/v1","bogus":[{"a":2,"b":1}],"kind":"Widget","metadata":{"name":"a"},"spec":{"a":2,"b":1}}`,
    )
    const patch = patchOf('merge', { spec: { b: 1, a: 2 }, bogus: [{ b: 1, a: 2 }] })
    expect(messageOf(patch, 'Strict', widget)).toContain(`Invalid value: ${text}: strict`)
  })

  test('of a custom resource cannot change its type', () => {
    expect(messageOf(patchOf('merge', { kind: 'Foo' }), 'Strict', widget)).toContain('must be Widget')
    expect(messageOf(patchOf('merge', { apiVersion: 'e.com/v2' }), 'Strict', widget)).toContain(
      'must be e.com/v1',
    )
    expect(result(patchOf('merge', { kind: 'Foo' }), 'Strict', untyped)).toMatchObject({ kind: 'Foo' })
  })
})

describe('an apply', () => {
  const CONFIG = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { x: '1' } }
  const apply = (
    value: unknown,
    duplicates: string[] = [],
    validation: Writing['fieldValidation'] = 'Warn',
  ) => {
    warnings.length = 0
    return applied(configMap, patchOf('apply', value, duplicates), undefined, writingOf(validation), 0, kinds)
  }

  test('creates the object with its manager', () => {
    expect(apply(CONFIG)).toMatchObject({
      ...CONFIG,
      metadata: { name: 'a', managedFields: [{ manager: 'm', operation: 'Apply' }] },
    })
  })

  test('has its duplicate members as warnings or an error', () => {
    const duplicates = ['line 1: key "a" already set in map', 'line 2: key "b" already set in map']
    apply(CONFIG, duplicates)
    expect(warnings).toEqual(duplicates)
    apply(CONFIG, duplicates, 'Ignore')
    expect(warnings).toEqual([])
    apply(CONFIG, [], 'Strict')
    expect(rejectionOf(() => apply(CONFIG, duplicates, 'Strict'))).toMatchObject({
      code: 400,
      message: `error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`,
    })
  })

  test('without a change returns the stored object itself', () => {
    const stored = apply(CONFIG)
    const again = applied(configMap, patchOf('apply', CONFIG), stored, writingOf('Warn'), 0, kinds)
    expect(again).toBe(stored)
  })
})
