import { describe, expect, test } from 'vitest'
import { applyDefaults } from '../apply-defaults.ts'
import { immutableErrors } from '../immutable-errors.ts'
import { loadSchemas } from '../load-schemas.ts'
import { validate } from '../validate.ts'

const schemas = await loadSchemas()

/** The errors of a built-in object, as text. */
function errorsOf(group: string, kind: string, value: object): readonly string[] {
  const schema = schemas.ofKind(group, 'v1', kind)
  if (!schema) throw new Error(`no schema of ${kind}`)
  const errors = validate(schema, applyDefaults(schema, value))
  return errors.map(({ field, type, detail }) => `${field}: ${type}${detail && `: ${detail}`}`)
}

const selector = { matchLabels: { a: 'b' } }
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a' }] } }

describe('built-in kinds', () => {
  test.each([
    ['', 'Pod', { spec: {} }, ['spec.containers: Required value']],
    ['apps', 'Deployment', { spec: { template } }, ['spec.selector: Required value']],
    ['apps', 'Deployment', { spec: { selector, template } }, []],
    [
      'batch',
      'CronJob',
      { spec: { concurrencyPolicy: 'Often', jobTemplate: { spec: { template } } } },
      [
        'spec.concurrencyPolicy: Unsupported value: "Often": supported values: "Allow", "Forbid", "Replace"',
        'spec.schedule: Required value',
      ],
    ],
    [
      'networking.k8s.io',
      'Ingress',
      { spec: { rules: [{ http: { paths: [{ backend: {} }] } }] } },
      ['spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified'],
    ],
    ['storage.k8s.io', 'StorageClass', {}, ['provisioner: Required value']],
  ])('%s %s %j', (group, kind, value, errors) => {
    expect(errorsOf(group, kind, value)).toEqual(errors)
  })

  test('required members that the server does not validate are not reported', () => {
    expect(schemas.ofType('io.k8s.api.core.v1.LimitRangeSpec')?.required).toEqual(['limits'])
    expect(errorsOf('', 'LimitRange', { spec: {} })).toEqual([])
  })

  test('the status is not validated', () => {
    expect(
      errorsOf('', 'Pod', { spec: template.spec, status: { phase: 'Odd', containerStatuses: [{}] } }),
    ).toEqual([])
  })
})

describe('immutable fields', () => {
  const change = (group: string, kind: string, old: object, next: object) => {
    const schema = schemas.ofKind(group, 'v1', kind)
    return schema ? immutableErrors(schema, old, next) : []
  }

  test('are reported with the messages of a real server', () => {
    expect(change('', 'Secret', { type: 'Opaque' }, { type: 'x' })).toEqual([
      { field: 'type', type: 'Invalid value', detail: '"x": field is immutable' },
    ])
    expect(change('storage.k8s.io', 'StorageClass', { provisioner: 'a' }, { provisioner: 'b' })).toEqual([
      { field: 'provisioner', type: 'Invalid value', detail: 'null: field is immutable' },
    ])
    expect(change('scheduling.k8s.io', 'PriorityClass', { value: 1 }, { value: 2 })).toEqual([
      { field: 'value', type: 'Forbidden', detail: 'may not be changed in an update.' },
    ])
  })

  test('may keep their values', () => {
    const spec = { selector: { matchLabels: { a: 'b' } }, replicas: 1 }
    expect(change('apps', 'Deployment', { spec }, { spec: { ...spec, replicas: 2 } })).toEqual([])
  })
})
