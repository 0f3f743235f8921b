import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../object/random.ts'
import { configMaps, pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { ask, POD_SPEC, pod } from '../test/fixtures.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'

let server: FakeApiserver
beforeEach(() => {
  server = createFakeApiserver({ clock: new FakeClock(), random: seededRandom(1) })
})

const post = (body: unknown, query = '', type?: string) => ask(server, 'POST', MAPS + query, body, type)

test('M02: a taken name changes nothing', async () => {
  await post({ metadata: { name: 'a' } })
  const { rv } = server
  expect(await post({ metadata: { name: 'a' } })).toMatchObject({
    code: 409,
    body: {
      reason: 'AlreadyExists',
      message: 'configmaps "a" already exists',
      details: { name: 'a', kind: 'configmaps' },
    },
  })
  expect(server.rv).toBe(rv)
})

test('M02: a name of an object that is being deleted', async () => {
  server.create({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', finalizers: ['e.com/x'] } })
  await ask(server, 'DELETE', `${MAPS}/a`)
  const { body } = await post({ metadata: { name: 'a' } })
  expect(body.message).toBe('object is being deleted: configmaps "a" already exists')
})

test('M03: a create cannot specify a resourceVersion', async () => {
  expect(await post({ metadata: { name: 'a', resourceVersion: '1' } })).toMatchObject({
    code: 500,
    body: { message: 'resourceVersion should not be set on objects to be created' },
  })
  expect((await post({ metadata: { name: 'a', resourceVersion: '0' } })).code).toBe(201)
})

test('M04: server-owned members are ignored', async () => {
  const { body } = await post({
    metadata: {
      name: 'a',
      uid: 'mine',
      creationTimestamp: '2020-01-01T00:00:00Z',
      deletionTimestamp: '2020-01-01T00:00:00Z',
      selfLink: '/x',
    },
  })
  expect(body.metadata).toEqual({
    name: 'a',
    namespace: 'default',
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    resourceVersion: server.rv,
    creationTimestamp: '2026-01-01T00:00:00Z',
  })
})

test('M05: generated names', async () => {
  const long = 'x'.repeat(70)
  const { body } = await post({ metadata: { generateName: `${long}-` } })
  expect(body.metadata?.name).toMatch(/^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/)
  expect(body.metadata?.generateName).toBe(`${long}-`)
  const both = await post({ metadata: { name: 'own', generateName: 'x-' } })
  expect(both.body.metadata?.name).toBe('own')
})

test('M06: a generator that always collides fails after eight attempts', async () => {
  server = createFakeApiserver({ clock: new FakeClock(), random: () => 0.5 })
  const first = await post({ metadata: { generateName: 'x-' } })
  expect(await post({ metadata: { generateName: 'x-' } })).toMatchObject({
    code: 409,
    body: {
      message: `configmaps "${first.body.metadata?.name}" already exists, the server was not able to generate a unique name for the object`,
      details: { retryAfterSeconds: 1 },
    },
  })
})

test('M07: a name or generateName is required', async () => {
  expect(await post({ metadata: {} })).toMatchObject({
    code: 422,
    body: {
      message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    },
  })
})

test('M08: the namespaces of body and path must match', async () => {
  expect(await post({ metadata: { name: 'a', namespace: 'other' } })).toMatchObject({
    code: 400,
    body: {
      message: 'the namespace of the provided object does not match the namespace sent on the request',
    },
  })
})

test('M10: objects need an existing namespace, or one with stored test objects', async () => {
  const at = (namespace: string) =>
    ask(server, 'POST', `/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'a' } })
  expect(await at('none')).toMatchObject({
    code: 404,
    body: { message: 'namespaces "none" not found', details: { name: 'none', kind: 'namespaces' } },
  })
  server.create(pod('named/a'))
  expect((await at('named')).code).toBe(201)
})

test('M11: no creation in a terminating namespace', async () => {
  await ask(server, 'POST', '/api/v1/namespaces', { metadata: { name: 'x' } })
  await ask(server, 'DELETE', '/api/v1/namespaces/x')
  expect(
    await ask(server, 'POST', '/api/v1/namespaces/x/configmaps', { metadata: { name: 'a' } }),
  ).toMatchObject({
    code: 403,
    body: {
      message:
        'configmaps "a" is forbidden: unable to create new content in namespace x because it is being terminated',
      details: {
        causes: [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace x is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
    },
  })
})

test('M49: dryRun=All is a dry run, other values are invalid', async () => {
  const { rv } = server
  const dry = await post({ metadata: { name: 'a' } }, '?dryRun=All')
  expect(dry).toMatchObject({ code: 201, body: { metadata: { name: 'a', uid: expect.any(String) } } })
  expect(dry.body.metadata).not.toHaveProperty('resourceVersion')
  expect([server.rv, server.get(configMaps, 'default/a')]).toEqual([rv, undefined])
  expect(await post({ metadata: { name: 'a' } }, '?dryRun=foo')).toMatchObject({
    code: 422,
    body: {
      message:
        'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["foo"]: supported values: "All"',
    },
  })
})

test('M50: unknown and duplicate fields', async () => {
  const body = '{"metadata":{"name":"a"},"data":{"x":"1","x":"2"},"bogus":1}'
  expect(await post(body, '?fieldValidation=Strict')).toMatchObject({
    code: 400,
    body: {
      message:
        'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.x", unknown field "bogus"',
    },
  })
  expect(await post(body, '?fieldValidation=Ignore')).toMatchObject({ code: 201, warnings: '' })
  const warned = await post(body.replace('"a"', '"b"'))
  expect(warned.body).toMatchObject({ data: { x: '2' } })
  expect(warned.body).not.toHaveProperty('bogus')
  expect(warned.warnings).toBe('299 - "duplicate field \\"data.x\\"", 299 - "unknown field \\"bogus\\""')
})

test('of very many unknown and duplicate fields, the first hundred are reported, as much as headers can hold', async () => {
  const many = (count: number, member: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => member(i)).join()
  const body = (name: string) =>
    `{"metadata":{"name":"${name}"},${many(60_000, i => `"unknown-${i}":1`)},${many(60_000, () => '"twice":1')}}`
  const { body: error } = await post(body('a'), '?fieldValidation=Strict')
  expect(error.message?.match(/unknown field/g)).toHaveLength(100)
  const warned = await post(body('a'))
  expect(warned.code).toBe(201)
  expect(warned.warnings).toContain('unknown-99')
  expect(warned.warnings.length).toBeLessThan(8_000)

  const long = 'x'.repeat(3_000)
  const cut = await post(`{"metadata":{"name":"b"},"a${long}":1,"b${long}":2}`)
  expect(cut.warnings.split(', ').map(warning => warning.length)).toEqual([265, 265])
})

test('M51: the rest of a large body is not kept in memory', async () => {
  let sent = 0
  const chunk = new Uint8Array(1024 * 1024)
  const body = new ReadableStream<Uint8Array>({
    pull: controller => (++sent > 4096 ? controller.close() : controller.enqueue(chunk)),
  })
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  expect((await server.fetch(MAPS, init)).status).toBe(413)
})

test('M51: a body of more than 3 MiB is too large', async () => {
  const limit = 3 * 1024 * 1024
  expect((await post(' '.repeat(limit + 1))).body).toMatchObject({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: 'Request entity too large: limit is 3145728',
  })
  expect((await post(' '.repeat(limit))).code).toBe(400)
})

test.each([
  ['', "couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)"],
  ['{', "couldn't get version/kind; json parse error: unexpected end of JSON input ({)"],
  [
    '[]',
    String.raw`couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" } (5b5d)`,
  ],
  [
    '{"kind":5,"metadata":{"name":"abc"}}',
    `couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({"kind":5,"metadata":{"name":" ...)`,
  ],
])('a body that is not an object, %j', async (body, text) => {
  expect((await post(body)).body).toMatchObject({
    code: 400,
    message: `the object provided is unrecognized (must be of type ConfigMap): ${text}`,
  })
})

test.each([
  [
    '{"apiVersion":"v2"}',
    'ConfigMap in version "v2"',
    'no kind "ConfigMap" is registered for version "v2" in scheme "pkg/runtime/scheme.go:111"',
  ],
  ['{"kind":"Pod"}', 'Pod in version "v1"', 'converting (v1.Pod) to (core.ConfigMap): unknown conversion'],
  [
    '{"kind":"Foo"}',
    'Foo in version "v1"',
    'no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    '{"metadata":{"name":5}}',
    'ConfigMap in version "v1"',
    'json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string',
  ],
])('an object of another type, %s', async (body, type, text) => {
  expect((await post(body)).body).toMatchObject({
    code: 400,
    message: `${type} cannot be handled as a ConfigMap: ${text}`,
  })
})

const TWICE = `apiVersion: v1
kind: ConfigMap
metadata:
  name: twice
  foo: b
  labels: {x: "1", x: "2"}
data:
  k: "1"
  k: "2"
bar: 1
`

test('duplicate keys of YAML are errors of a strict request', async () => {
  expect((await post(TWICE, '?fieldValidation=Strict', 'application/yaml')).body).toMatchObject({
    code: 400,
    message:
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: yaml: unmarshal errors:\n  line 6: key "x" already set in map\n  line 9: key "k" already set in map, unknown field "bar", unknown field "metadata.foo"',
  })
  const json = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},\n"data":{"k":"1","k":"2"}}'
  expect((await post(json, '?fieldValidation=Strict', 'application/yaml')).body.message).toMatch(
    /strict decoding error: yaml: unmarshal errors:\n {2}line 2: key "k" already set in map$/,
  )
})

test('duplicate keys of YAML are warnings of other requests, and the last one counts', async () => {
  const { body, warnings } = await post(TWICE, '', 'application/yaml')
  expect(body.data).toEqual({ k: '2' })
  expect(warnings).toBe(
    [
      'line 6: key \\"x\\" already set in map',
      'line 9: key \\"k\\" already set in map',
      'unknown field \\"bar\\"',
      'unknown field \\"metadata.foo\\"',
    ]
      .map(text => `299 - "${text}"`)
      .join(', '),
  )
})

test('content types: JSON by default, YAML is supported, text is not', async () => {
  expect((await post('metadata: {name: yam}\ndata: {a: b}', '', 'application/yaml')).body).toMatchObject({
    data: { a: 'b' },
  })
  expect(await post('{}', '', 'text/plain')).toMatchObject({
    code: 415,
    body: {
      message:
        'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
    },
  })
})

test('the default field manager is the user agent', async () => {
  const managerOf = async (query: string, name: string) =>
    (await post({ metadata: { name }, data: { a: '1' } }, query)).body.metadata?.managedFields?.[0]
  expect(await managerOf('', 'a')).toMatchObject({ manager: 'tester' })
  expect(await managerOf('?fieldManager=me', 'b')).toMatchObject({ manager: 'me' })
  expect((await post({}, `?fieldManager=${'a'.repeat(129)}`)).body.message).toBe(
    'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Too long: may not be more than 128 bytes',
  )
  expect((await post({}, '?fieldManager=%01')).body.message).toBe(
    'CreateOptions.meta.k8s.io "" is invalid: fieldManager: Invalid value: "\\x01": invalid character U+0001 (at position 0)',
  )
})

test('all metadata errors are reported at once', async () => {
  const { body } = await post({
    metadata: {
      name: 'A',
      labels: { '-x': 'y' },
      annotations: { 'b/c/d': '1' },
      ownerReferences: [{ kind: 'A' }],
      finalizers: ['short'],
    },
  })
  expect(body.details?.causes?.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    'metadata.name FieldValueInvalid',
    'metadata.labels FieldValueInvalid',
    'metadata.annotations FieldValueInvalid',
    'metadata.ownerReferences[0].apiVersion FieldValueRequired',
    'metadata.ownerReferences[0].name FieldValueRequired',
    'metadata.ownerReferences[0].uid FieldValueRequired',
    'metadata.finalizers[0] FieldValueInvalid',
  ])
})

test('duplicate owner references are removed', async () => {
  const owner = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'u' }
  const answer = await post({ metadata: { name: 'a', ownerReferences: [owner, owner] } })
  expect(answer.body.metadata?.ownerReferences).toEqual([owner])
  expect(answer.warnings).toContain('contains duplicate entries')
})

test('directly stored objects are not validated', () => {
  server.create(pod('nowhere/A_b', { spec: { containers: [] } }))
  expect(server.get(pods, 'nowhere/A_b')?.spec).toEqual({ containers: [] })
})

test('a client’s Pod gets defaults, tolerations and a QoS class', async () => {
  const path = '/api/v1/namespaces/default/pods'
  const { body } = await ask(server, 'POST', path, pod('a', { spec: POD_SPEC }))
  expect(body.spec).toMatchObject({
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    priority: 0,
    preemptionPolicy: 'PreemptLowerPriority',
    containers: [{ imagePullPolicy: 'IfNotPresent', terminationMessagePolicy: 'File', resources: {} }],
  })
  expect((body.spec as { tolerations: unknown[] }).tolerations).toHaveLength(2)
  expect(body.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' })
  expect(JSON.stringify(body.metadata?.managedFields)).not.toContain('f:tolerations')
})

test.each(['constructor', '__proto__', 'toString'])('a Secret of the unknown type %s', async type => {
  const path = '/api/v1/namespaces/default/secrets'
  expect(await ask(server, 'POST', path, { metadata: { name: 'a' }, type })).toMatchObject({
    code: 201,
    body: { type },
  })
})

test('an empty list of a built-in kind becomes null, which changes neither the generation nor anything else later', async () => {
  const slices = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices'
  const empty = { metadata: { name: 'a' }, addressType: 'IPv4', endpoints: [], ports: [] }
  const { body } = await ask(server, 'POST', slices, empty)
  expect(body).toMatchObject({ endpoints: null, ports: null })
  const replaced = await ask(server, 'PUT', `${slices}/a`, { ...body, endpoints: [], ports: [] })
  expect(replaced.body).toMatchObject({ endpoints: null, ports: null, metadata: { generation: 1 } })
})

test('the warning of a deprecated kind comes first', async () => {
  const endpoints = '/api/v1/namespaces/default/endpoints'
  const { warnings } = await ask(server, 'POST', endpoints, '{"metadata":{"name":"a"},"bogus":1}')
  expect(warnings).toBe(
    '299 - "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice", 299 - "unknown field \\"bogus\\""',
  )
})
