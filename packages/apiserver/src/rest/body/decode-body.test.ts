import { FakeClock } from '@kube-informer/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFakeApiserver, type FakeApiserver } from '../../server/fake-apiserver.ts'
import { type Answer, ask } from '../../test/fixtures.ts'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

/** A custom resource with a size. */
const DEFINITION = {
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  metadata: { name: 'widgets.example.com' },
  spec: {
    ...{ group: 'example.com', scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' } },
    versions: [
      {
        ...{ name: 'v1', served: true, storage: true },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
}

async function createWidgets(): Promise<FakeApiserver> {
  const clock = new FakeClock()
  const widgets = createFakeApiserver({ clock, objects: [DEFINITION] })
  await clock.advance(10_000)
  return widgets
}

let server: FakeApiserver
beforeAll(() => {
  server = createFakeApiserver({ clock: new FakeClock() })
})

/** A create of a ConfigMap that is not stored. */
const post = (body: string, validation: string, type = 'application/json'): Promise<Answer> =>
  ask(server, 'POST', `${CONFIG_MAPS}?dryRun=All&fieldValidation=${validation}`, body, type)

const named = (rest: string) => `{"metadata":{"name":"a"}${rest}}`
const STRICT = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: '
const prefixed = (rest: string) => `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}${rest}}`

describe('duplicate and unknown fields', () => {
  const body = prefixed(',"zoo":1,"data":{"a":"1","a":"2"},"apple":{"x":1,"x":2}')
  const problems = ['unknown field "zoo"', 'duplicate field "data.a"', 'unknown field "apple"']

  test('Strict rejects them, in the order of the text, each once', async () => {
    const { code, body: status } = await post(body, 'Strict')
    expect([code, status.message]).toEqual([400, STRICT + problems.join(', ')])
  })

  test('Warn accepts them with a warning for each, Ignore without', async () => {
    const [warned, ignored] = await Promise.all([post(body, 'Warn'), post(body, 'Ignore')])
    expect([warned?.code, ignored?.code, ignored?.warnings]).toEqual([201, 201, ''])
    expect(warned?.warnings).toBe(
      problems.map(problem => `299 - "${problem.replaceAll('"', '\\"')}"`).join(', '),
    )
    expect(warned?.body).toMatchObject({ data: { a: '2' } })
  })

  test('without one, Strict accepts', async () => {
    const { code, warnings } = await post(named(',"data":{"a":"1"}'), 'Strict')
    expect([code, warnings]).toEqual([201, ''])
  })

  test('only the first hundred are reported', async () => {
    const members = Array.from({ length: 105 }, (_, index) => `"f${1000 + index}":1`)
    const { body: unknown } = await post(prefixed(`,${members.join()}`), 'Strict')
    expect(unknown.message?.split(', ')).toHaveLength(100)
    const twice = [...members, ...members].map(each => each.replace('1}', '"1"')).join()
    const { body: duplicate } = await post(
      prefixed(`,"data":{${twice.replaceAll(':1', ':"1"')}},"zoo":1`),
      'Strict',
    )
    expect(duplicate.message?.split(', ')).toHaveLength(100)
    expect(duplicate.message).not.toContain('zoo')
  })

  test('YAML: the lines of duplicate keys, then unknown fields by name', async () => {
    const yaml = 'metadata:\n  name: a\nzoo: 1\napple:\n- b: 1\n  a: 2\ndata:\n  k: "1"\n  k: "2"\n'
    const { code, body: status } = await post(yaml, 'Strict', 'application/yaml')
    expect(code).toBe(400)
    const lines = 'yaml: unmarshal errors:\n  line 9: key "k" already set in map'
    expect(status.message).toBe(`${STRICT}${lines}, unknown field "apple", unknown field "zoo"`)
    const warned = await post(yaml, 'Warn', 'application/yaml')
    expect([warned.code, warned.warnings.split(', ').length]).toEqual([201, 3])
    const unknown = await post('metadata:\n  name: a\nzoo: 1\n', 'Strict', 'application/yaml')
    expect(unknown.body.message).toMatch(/strict decoding error: unknown field "zoo"$/)
  })
})

describe('a body that cannot be decoded', () => {
  test.each([
    ['', '<empty>'],
    ['{"kind":', '{"kind":'],
    [`{"${'a'.repeat(26)}"`, `{"${'a'.repeat(26)}"`],
    [`{"${'a'.repeat(27)}"`, `{"${'a'.repeat(27)}"`],
    [`{"${'a'.repeat(28)}"`, `{"${'a'.repeat(28)} ...`],
    ['[\n', '5b0a'],
    ['x'.repeat(31), `${'78'.repeat(30)} ...`],
  ])('%j is shown as %s', async (text, shown) => {
    const { code, body } = await ask(server, 'POST', CONFIG_MAPS, text)
    expect(code).toBe(400)
    expect(body.message).toMatch(/^the object provided is unrecognized \(must be of type ConfigMap\): /)
    expect(body.message?.endsWith(`(${shown})`)).toBe(true)
  })

  test('JSON and YAML have their own messages', async () => {
    const json = await ask(server, 'POST', CONFIG_MAPS, '{"a":')
    expect(json.body.message).toContain(
      "couldn't get version/kind; json parse error: unexpected end of JSON input",
    )
    const yaml = await ask(server, 'POST', CONFIG_MAPS, 'a: [', 'application/yaml')
    expect([yaml.code, yaml.body.message?.includes('json parse error')]).toEqual([400, false])
  })
})

describe('a custom resource', () => {
  const widget = (more: string) => `{"metadata":{"name":"w"}${more}}`
  const PATH = '/apis/example.com/v1/namespaces/default/widgets'
  let widgets: FakeApiserver
  beforeAll(async () => {
    widgets = await createWidgets()
  })
  const create = (more: string, validation = 'Strict') =>
    ask(widgets, 'POST', `${PATH}?dryRun=All&fieldValidation=${validation}`, widget(more))

  test('has to say its version and kind', async () => {
    const other = await create(',"apiVersion":"example.com/v2","kind":"Widget"')
    expect([other.code, other.body.message]).toEqual([
      400,
      'the API version in the data (example.com/v2) does not match the expected API version (example.com/v1)',
    ])
    const kind = await create(',"apiVersion":"example.com/v1","kind":"Gadget"')
    expect(kind.code).toBe(422)
    expect((await create(',"apiVersion":"example.com/v1","kind":"Widget"')).code).toBe(201)
  })

  test('has its duplicate fields first, then all unknown ones', async () => {
    const { body } = await create(
      ',"apiVersion":"example.com/v1","kind":"Widget","zoo":1,"spec":{"size":1,"size":2},"ape":{"x":1,"x":2}',
    )
    expect(body.message).toMatch(
      /strict decoding error: duplicate field "spec.size", duplicate field "ape.x", unknown field "ape", unknown field "zoo"$/,
    )
  })
})

describe('a patch', () => {
  const PATH = `${CONFIG_MAPS}/patched`
  const patch = async (type: string, body: unknown, path = PATH) => {
    const { code, body: answer } = await ask(server, 'PATCH', path, body, type)
    return code < 400 ? code : `${code} ${answer.message}`
  }

  test.each([
    ['application/json-patch+json', [{ op: 'add', path: '/data', value: { a: '1' } }], 200],
    ['application/merge-patch+json', { data: { a: '1' } }, 200],
    ['application/merge-patch+json; charset=utf-8', { data: { a: '1' } }, 200],
    ['application/strategic-merge-patch+json', { data: { a: '1' } }, 200],
    ['application/json', {}, '415 415: Unsupported Media Type'],
    ['application/merge-patch+json', '{', expect.stringMatching(/^400 /)],
  ])('of type %s: %j', async (type, body, expected) => {
    await ask(server, 'POST', CONFIG_MAPS, { metadata: { name: 'patched' } })
    expect(await patch(type, body)).toEqual(expected)
  })

  test('is applied as YAML', async () => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: applied\n'
    const path = `${CONFIG_MAPS}/applied?fieldManager=m`
    expect(await patch('application/apply-patch+yaml', yaml, path)).toBe(201)
  })

  test('of a custom resource is not strategic', async () => {
    const widgets = await createWidgets()
    const path = '/apis/example.com/v1/namespaces/default/widgets/none'
    for (const type of ['application/strategic-merge-patch+json', 'text/plain']) {
      const { code, body } = await ask(widgets, 'PATCH', path, {}, type)
      expect([code, body.message]).toEqual([
        415,
        'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
      ])
    }
    expect((await ask(widgets, 'PATCH', path, {}, 'application/merge-patch+json')).code).toBe(404)
  })
})

test('options are JSON or YAML; what cannot be parsed is a 400', async () => {
  const path = (name: string) => `${CONFIG_MAPS}/${name}`
  const remove = async (body: string, type: string) => {
    await ask(server, 'POST', CONFIG_MAPS, { metadata: { name: 'o' } })
    const { code, body: answer } = await ask(server, 'DELETE', path('o'), body, type)
    return code === 200 ? code : `${code} ${answer.message}`
  }
  expect(await remove('', 'application/json')).toBe(200)
  expect(await remove('{"propagationPolicy":"Background"}', 'application/json')).toBe(200)
  expect(await remove('propagationPolicy: Background', 'application/yaml')).toBe(200)
  expect(await remove('propagationPolicy: Background', 'application/json')).toMatch(
    /^400 couldn't get version\/kind; json parse error: /,
  )
  expect(await remove('a: [', 'application/yaml')).toBe(
    '400 yaml: line 1: did not find expected node content',
  )
})
