import { describe, expect, test } from 'vitest'
import { decode } from '../decode.ts'
import { loadSchemas } from '../load-schemas.ts'

const schemas = await loadSchemas()

function decoded(kind: string, value: object, group = '') {
  const schema = schemas.ofKind(group, 'v1', kind)
  if (!schema) throw new Error(`no schema of ${kind}`)
  return decode(schema, value)
}

const firstError = (kind: string, value: object, group?: string) =>
  decoded(kind, value, group).errors[0]?.message

const pod = (container: object, spec: object = {}) => ({
  spec: { containers: [{ name: 'a', ...container }], ...spec },
})

describe('unknown members', () => {
  test('are reported by path in document order, and dropped', () => {
    const { value, unknownFields } = decoded('Pod', {
      metadata: { name: 'x', bogus: 1 },
      spec: { zoo: 1, containers: [{ name: 'c', image: 'a', bogus: 1 }], Alpha: 2 },
      foo: {},
    })
    expect(unknownFields).toEqual([
      'metadata.bogus',
      'spec.zoo',
      'spec.containers[0].bogus',
      'spec.Alpha',
      'foo',
    ])
    expect(value).toEqual({ metadata: { name: 'x' }, spec: { containers: [{ name: 'c', image: 'a' }] } })
  })
})

describe('wrong types, with Go’s messages', () => {
  const of = (path: string, type: string, kind = 'number') =>
    `json: cannot unmarshal ${kind} into Go struct field ${path} of type ${type}`

  test.each([
    [{ spec: { containers: 'x' } }, of('PodSpec.spec.containers', '[]v1.Container', 'string')],
    [pod({ name: 5 }), of('Container.spec.containers.name', 'string')],
    [
      pod({ ports: [{ containerPort: '80' }] }),
      of('ContainerPort.spec.containers.ports.containerPort', 'int32', 'string'),
    ],
    [
      pod({ ports: [{ containerPort: 80.5 }] }),
      of('ContainerPort.spec.containers.ports.containerPort', 'int32', 'number 80.5'),
    ],
    [pod({ securityContext: 3 }), of('Container.spec.containers.securityContext', 'v1.SecurityContext')],
    [pod({ stdin: 'true' }), of('Container.spec.containers.stdin', 'bool', 'string')],
    [pod({ command: [1] }), of('Container.spec.containers.command', 'string')],
    [pod({}, { nodeSelector: { a: 1 } }), of('PodSpec.spec.nodeSelector', 'string')],
    [pod({}, { nodeSelector: [] }), of('PodSpec.spec.nodeSelector', 'map[string]string', 'array')],
    [{ spec: [] }, of('Pod.spec', 'v1.PodSpec', 'array')],
    [
      pod({ livenessProbe: { httpGet: { port: true } } }),
      of('HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet.port', 'int32', 'bool'),
    ],
    [{ status: { startTime: 5 } }, of('PodStatus.status.startTime', 'string')],
    [pod({ imagePullPolicy: 1 }), of('Container.spec.containers.imagePullPolicy', 'v1.PullPolicy')],
    [
      pod({ resources: { limits: [] } }),
      of('ResourceRequirements.spec.containers.resources.limits', 'v1.ResourceList', 'array'),
    ],
    [
      pod({ securityContext: { capabilities: { add: [1] } } }),
      of('Capabilities.spec.containers.securityContext.capabilities.add', 'v1.Capability'),
    ],
    [
      pod({}, { volumes: [{ name: 'v', hostPath: 'x' }] }),
      of('Volume.spec.volumes.VolumeSource.hostPath', 'v1.HostPathVolumeSource', 'string'),
    ],
    [{ metadata: { labels: { a: 1 } } }, of('ObjectMeta.metadata.labels', 'string')],
  ])('%j', (value, message) => {
    expect(firstError('Pod', value)).toBe(message)
  })

  test('quantities, times and base64 have their own messages', () => {
    const quantity =
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
    expect(firstError('Pod', pod({ resources: { limits: { cpu: 'abc' } } }))).toBe(quantity)
    expect(firstError('Pod', pod({ resources: { limits: { cpu: true } } }))).toBe(quantity)
    expect(firstError('Pod', { status: { startTime: 'yesterday' } })).toBe(
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
    )
    expect(firstError('Lease', { spec: { renewTime: '2024-01-01T00:00:00Z' } }, 'coordination.k8s.io')).toBe(
      'parsing time "2024-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
    )
    expect(
      firstError(
        'Lease',
        { spec: { renewTime: '2024-01-01T00:00:00.123456789+02:00' } },
        'coordination.k8s.io',
      ),
    ).toBe(
      'parsing time "2024-01-01T00:00:00.123456789+02:00" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "789+02:00" as "Z07:00"',
    )
    expect(firstError('Secret', { data: { a: '!!' } })).toBe('illegal base64 data at input byte 0')
    expect(firstError('Secret', { data: { a: 'YQ' } })).toBe('illegal base64 data at input byte 0')
    expect(firstError('Secret', { data: { a: 5 } })).toBe(
      'json: cannot unmarshal number into Go struct field Secret.data of type []uint8',
    )
  })
})

describe('wrong types in a strategic merge patch', () => {
  const schema = schemas.ofKind('', 'v1', 'Pod')
  const messageOf = (value: object) =>
    schema ? decode(schema, value, { isUnstructured: true }).errors[0]?.message : ''

  test.each([
    [{ spec: 'x' }, 'cannot restore struct from: string'],
    [{ spec: [] }, 'cannot restore struct from: slice'],
    [{ spec: { tolerations: 'x' } }, 'cannot restore slice from string'],
    [{ spec: { nodeSelector: 'x' } }, 'cannot restore map from string'],
    [{ spec: { nodeSelector: { a: 1 } } }, 'cannot convert int64 to string'],
    [{ spec: { restartPolicy: 1 } }, 'cannot convert int64 to v1.RestartPolicy'],
    [{ spec: { hostNetwork: 1 } }, 'unrecognized type: bool'],
    [{ spec: { hostname: 1.5 } }, 'unrecognized type: string'],
    [{ spec: { hostname: {} } }, 'unrecognized type: string'],
    [{ spec: { priority: 'x' } }, 'unrecognized type: int32'],
    [{ spec: { priority: 1.5 } }, 'cannot convert float64 to int32'],
    [{ spec: { tolerations: [{ tolerationSeconds: 'x' }] } }, 'unrecognized type: int64'],
    [{ status: { startTime: 5 } }, 'json: cannot unmarshal number into Go value of type string'],
    [
      pod({ livenessProbe: { httpGet: { port: true } } }),
      'json: cannot unmarshal bool into Go value of type int32',
    ],
  ])('%j', (value, message) => {
    expect(messageOf(value)).toBe(message)
  })

  test('a number that is too large overflows', () => {
    if (!schema) throw new Error('no schema of Pod')
    const { value, errors } = decode(schema, { spec: { priority: 3e9 } }, { isUnstructured: true })
    expect([value, errors]).toEqual([{ spec: { priority: -1294967296 } }, []])
  })
})

test('an invalid time is reported before a wrong type, regardless of position', () => {
  const spec = { holderIdentity: 7, renewTime: 'x' }
  expect(firstError('Lease', { spec }, 'coordination.k8s.io')).toMatch(/^parsing time "x"/)
})

describe('omitted members', () => {
  test('nulls, empty lists and maps, and zero values of members that are not pointers', () => {
    const { value } = decoded('Pod', {
      metadata: { name: 'x', labels: {}, finalizers: [], generateName: '', creationTimestamp: null },
      spec: {
        hostNetwork: false,
        automountServiceAccountToken: false,
        containers: [{ name: 'a', command: [], tty: false, env: [{ name: 'E', value: '' }] }],
        nodeName: null,
      },
    })
    expect(value).toEqual({
      metadata: { name: 'x' },
      spec: { automountServiceAccountToken: false, containers: [{ name: 'a', env: [{ name: 'E' }] }] },
    })
  })

  test('a pointer to a zero value is kept: zero replicas differ from the default', () => {
    expect(decoded('Deployment', { spec: { replicas: 0, minReadySeconds: 0 } }, 'apps').value).toEqual({
      spec: { replicas: 0 },
    })
  })

  test('members of any type are kept', () => {
    const schema = schemas.ofType('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps')
    const value = { additionalProperties: false, additionalItems: false, default: '' }
    expect(schema && decode(schema, value).value).toEqual(value)
  })

  test('null in a map or list is a zero value', () => {
    expect(decoded('Secret', { data: { a: null, b: 'YQ==' } }).value).toEqual({ data: { a: '', b: 'YQ==' } })
    expect(decoded('Pod', { spec: { tolerations: [null] } }).value).toEqual({ spec: { tolerations: [{}] } })
  })
})

describe('canonical forms', () => {
  test('quantities, times and base64', () => {
    const limits = { cpu: 0.5, memory: '1024Mi', 'ephemeral-storage': '1e3', gpu: 1 }
    expect(decoded('Pod', pod({ resources: { limits } })).value).toEqual(
      pod({ resources: { limits: { cpu: '500m', memory: '1Gi', 'ephemeral-storage': '1e3', gpu: '1' } } }),
    )
    expect(decoded('Pod', { status: { startTime: '2024-01-01T02:00:00.5+02:00' } }).value).toEqual({
      status: { startTime: '2024-01-01T00:00:00Z' },
    })
    expect(decoded('Secret', { data: { b: 'YQ==\n' } }).value).toEqual({ data: { b: 'YQ==' } })
  })
})

describe('a schema within a schema', () => {
  const ofField = (spec: unknown) => {
    const openAPIV3Schema = { type: 'object', properties: { spec } }
    const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }
    const definition = { spec: { versions: [version] } }
    const { value, errors, unknownFields } = decoded(
      'CustomResourceDefinition',
      definition,
      'apiextensions.k8s.io',
    )
    const [found] = (value as typeof definition).spec.versions
    return errors[0]?.message ?? { spec: found?.schema.openAPIV3Schema.properties.spec, unknownFields }
  }
  const PATH = 'spec.versions.schema.openAPIV3Schema.properties'

  test.each([
    [
      { type: 'array', items: { type: 'object', properties: null, minLength: 0, bogus: 1 } },
      { type: 'array', items: { type: 'object', minLength: 0 } },
    ],
    [
      { type: 'array', items: { type: 'object', properties: { a: null } } },
      { type: 'array', items: { type: 'object', properties: { a: {} } } },
    ],
    [
      { type: 'array', items: [{ type: 'object' }] },
      { type: 'array', items: [{ type: 'object' }] },
    ],
    [{ type: 'array', items: 'text' }, { type: 'array' }],
    [
      { type: 'object', additionalProperties: false },
      { type: 'object', additionalProperties: false },
    ],
  ])(
    '%j is decoded with the type of the enclosing schema; unknown members are not reported',
    (spec, read) => {
      expect(ofField(spec)).toEqual({ spec: read, unknownFields: [] })
    },
  )

  test.each([
    [
      { type: 'array', items: { required: 'x' } },
      `json: cannot unmarshal string into Go struct field JSONSchemaProps.${PATH}.items.required of type []string`,
    ],
    [
      { additionalProperties: { maxLength: 'x' } },
      `json: cannot unmarshal string into Go struct field JSONSchemaProps.${PATH}.additionalProperties.maxLength of type int64`,
    ],
    [{ additionalProperties: 'x' }, 'boolean or JSON schema expected'],
  ])('%j is rejected', (spec, message) => {
    expect(ofField(spec)).toBe(message)
  })
})
