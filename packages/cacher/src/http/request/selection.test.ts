import { defineResource, StatusError } from '@kube-informer/core'
import { describe, expect, test } from 'vitest'
import type { ServedKind } from '../../api/served-kind.ts'
import { checkSelectors, fieldsOf } from './selection.ts'

const resource = (namespaced: boolean) =>
  defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced })
const kindOf = (parts: Partial<ServedKind> = {}): ServedKind => ({
  resource: resource(true),
  listKind: 'PodList',
  isBuiltIn: true,
  selectableFields: ['spec.nodeName'],
  columns: async () => [],
  ...parts,
})
const check = (fieldSelector: string, kind = kindOf(), labelSelector = '') =>
  checkSelectors(kind, { labelSelector, fieldSelector })

function rejectionOf(run: () => unknown): readonly [code: number, message: string] | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    return [error.code, error.message]
  }
}

describe('the scope that a field selector requires', () => {
  test.each([
    ['', '', ''],
    ['metadata.name=x', '', 'x'],
    ['metadata.namespace=a', 'a', ''],
    ['metadata.namespace==a,metadata.name=x', 'a', 'x'],
    ['metadata.name!=x,metadata.namespace!=a', '', ''],
    ['metadata.name!=x,metadata.name=y', '', 'y'],
    ['spec.nodeName=n', '', ''],
  ])('%j', (selector, namespace, name) => {
    expect(check(selector)).toEqual({ namespace, name })
  })

  test('has no namespace for a cluster-scoped resource', () => {
    const nodes = kindOf({ resource: resource(false) })
    expect(check('metadata.namespace=a,metadata.name=x', nodes)).toEqual({ namespace: '', name: 'x' })
  })
})

describe('a selector', () => {
  test('that cannot be parsed is a 400', () => {
    expect(rejectionOf(() => check('', kindOf(), 'a in b'))?.[0]).toBe(400)
    expect(rejectionOf(() => check('', kindOf(), 'a in (b)'))).toBeUndefined()
    expect(rejectionOf(() => check('spec.nodeName'))?.[0]).toBe(400)
  })

  const NOT_KNOWN = '"x" is not a known field selector: only "metadata.name", "metadata.namespace"'
  const NOT_SUPPORTED = 'field label not supported: x'

  test.each<[string, Partial<ServedKind>, string]>([
    ['of a built-in kind with fields', {}, NOT_SUPPORTED],
    ['of a built-in kind without fields', { selectableFields: [] }, NOT_KNOWN],
    ['of a custom resource with fields', { isBuiltIn: false }, NOT_SUPPORTED],
    ['of a custom resource without fields', { isBuiltIn: false, selectableFields: [] }, NOT_SUPPORTED],
    ['of a kind with its own message', { unknownField: field => `no ${field}` }, 'no x'],
  ])('by a field that is none %s is a 400', (_, parts, message) => {
    expect(rejectionOf(() => check('metadata.name=y,x=1', kindOf(parts)))).toEqual([400, message])
  })
})

test('the fields of an object are the values at their paths, as text', () => {
  const kind = kindOf({ selectableFields: ['spec.nodeName', 'spec.count', 'spec.isOn', 'spec.none', 'x.y'] })
  const object = { kind: 'Pod', apiVersion: 'v1', spec: { nodeName: 'n', count: 0, isOn: false, none: null } }
  expect(fieldsOf(kind, object)).toEqual({
    'spec.nodeName': 'n',
    'spec.count': '0',
    'spec.isOn': 'false',
    'spec.none': '',
    'x.y': '',
  })
  expect(fieldsOf({ ...kind, fieldValue: (_object, path) => `at ${path}` }, object)).toMatchObject({
    'spec.count': 'at spec.count',
    'x.y': 'at x.y',
  })
})
