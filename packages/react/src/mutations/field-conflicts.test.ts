import { ConnectionError, StatusError } from '@kube-informer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldConflicts } from './field-conflicts.ts'

const conflict = (...messages: readonly string[]): StatusError =>
  new StatusError({
    code: 409,
    reason: 'Conflict',
    details: {
      causes: messages.map(message => ({ reason: 'FieldManagerConflict', field: '.spec.replicas', message })),
    },
  })

test.each([
  ['conflict with "kubectl"', { manager: 'kubectl', operation: 'Apply' }],
  [
    'conflict with "kubectl-edit" using apps/v1',
    { manager: 'kubectl-edit', operation: 'Update', apiVersion: 'apps/v1' },
  ],
  [
    'conflict with "hpa" with subresource "scale" using autoscaling/v1 at 2026-01-01T00:00:00Z',
    { manager: 'hpa', operation: 'Update', apiVersion: 'autoscaling/v1', subresource: 'scale' },
  ],
  ['conflict with "a \\"b\\" using v1"', { manager: 'a "b" using v1', operation: 'Apply' }],
  ['conflict with "a\\\\" using v1', { manager: 'a\\', operation: 'Update', apiVersion: 'v1' }],
  ['another writer owns it', { manager: undefined, operation: 'Apply' }],
])('%s names the owner', (message, owner) => {
  expect(fieldConflicts(conflict(message))).toEqual([{ field: '.spec.replicas', message, ...owner }])
})

test('each cause is a conflict; causes of another reason are not', () => {
  const error = new StatusError({
    details: { causes: [{ reason: 'FieldValueInvalid', field: 'a', message: 'conflict with "a"' }] },
  })
  expect(fieldConflicts(error)).toEqual([])
  expect(
    fieldConflicts(conflict('conflict with "a"', 'conflict with "b"')).map(({ manager }) => manager),
  ).toEqual(['a', 'b'])
})

test('other errors have no conflicts', () => {
  for (const error of [
    undefined,
    new ConnectionError('no'),
    new StatusError({ code: 409, reason: 'Conflict' }),
  ])
    expect(fieldConflicts(error)).toEqual([])
})

test('any owner that the server writes is read back', () => {
  const name = fc.string({ unit: 'grapheme-ascii', minLength: 1 })
  const part = fc.stringMatching(/^[a-z]+$/)
  fc.assert(
    fc.property(
      name,
      fc.option(part),
      fc.option(fc.constantFrom('v1', 'apps/v1')),
      (manager, subresource, version) => {
        const message = [
          `conflict with ${JSON.stringify(manager)}`,
          ...(subresource === null ? [] : [`with subresource ${JSON.stringify(subresource)}`]),
          ...(version === null ? [] : [`using ${version}`]),
        ].join(' ')
        const [found] = fieldConflicts(conflict(message))
        expect(found).toMatchObject({ manager, operation: version === null ? 'Apply' : 'Update' })
        expect([found?.subresource, found?.apiVersion]).toEqual([
          subresource ?? undefined,
          version ?? undefined,
        ])
      },
    ),
  )
})
