import { expect, test } from 'vitest'
import { FieldSet } from './field-set.ts'
import { fieldPath } from './path-element.ts'
import { resetFieldsOf, resetSet } from './reset-fields.ts'

const builtIn = { isBuiltIn: true, hasStatus: true }

test.each([
  [{ ...builtIn, group: 'apps', kind: 'StatefulSet' }, undefined, ['status']],
  [{ ...builtIn, group: 'apps', kind: 'StatefulSet' }, 'status', ['spec']],
  [{ ...builtIn, group: 'apps', kind: 'Deployment' }, 'status', ['metadata.labels', 'spec']],
  [
    { ...builtIn, group: '', kind: 'Pod' },
    'status',
    ['metadata.deletionTimestamp', 'metadata.ownerReferences', 'spec'],
  ],
  [{ ...builtIn, group: 'networking.k8s.io', kind: 'ServiceCIDR' }, 'status', ['metadata', 'spec']],
  [{ ...builtIn, hasStatus: false, group: '', kind: 'ConfigMap' }, undefined, []],
  [{ isBuiltIn: false, hasStatus: true, group: 'x', kind: 'Widget' }, undefined, ['status']],
  [{ isBuiltIn: false, hasStatus: true, group: 'x', kind: 'Widget' }, 'status', ['metadata', 'spec']],
  [{ isBuiltIn: false, hasStatus: false, group: 'x', kind: 'Widget' }, undefined, []],
])('%j %s cannot write %j', (scope, subresource, fields) => {
  expect(resetFieldsOf(scope, subresource)).toEqual(fields)
})

test('a CertificateSigningRequest changes through its subresources only', () => {
  const scope = { ...builtIn, group: 'certificates.k8s.io', kind: 'CertificateSigningRequest' }
  expect(resetFieldsOf(scope)).toEqual(['spec', 'status'])
  expect(resetFieldsOf(scope, 'approval')).toEqual(['spec', 'status.certificate'])
  expect(resetFieldsOf(scope, 'status')).toEqual(['spec', 'status.conditions'])
})

test('dotted fields are paths', () => {
  const set = FieldSet.of(fieldPath('metadata', 'labels'), fieldPath('spec'))
  expect(resetSet(['metadata.labels', 'spec']).equals(set)).toBe(true)
})
