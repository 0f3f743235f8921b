import type { KubernetesObject } from '@kube-informer/core'
import { describe, expect } from 'vitest'
import {
  type Answer,
  type Body,
  configMap,
  configMapsOf,
  Endpoint,
  failure,
  invalid,
  PATCH,
  type Sending,
  send,
  widget,
  widgetsOf,
} from './endpoint.ts'
import { type Cluster, rowsOf, type Target } from './target.ts'

const TYPES = 'application/json, application/yaml, application/vnd.kubernetes.protobuf'
const NOT_FOUND = failure(404, 'NotFound', 'the server could not find the requested resource', {})
const NOT_ALLOWED = failure(
  405,
  'MethodNotAllowed',
  'the server does not allow this method on the requested resource',
  {},
)
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

const bad = (message: unknown): object => failure(400, 'BadRequest', message)
const starting = (text: string) => expect.stringMatching(new RegExp(`^${escaped(text)}`))
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Deep enough to overflow a recursive parser. */
const DEEP = `{"metadata":{"name":"d"},"data":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`

/** Lists the objects of a collection, to check that they are unchanged. */
async function everythingIn(endpoint: Endpoint): Promise<unknown> {
  const { body } = await endpoint.get('')
  return (body as { readonly items?: readonly KubernetesObject[] }).items
}

/** Malformed requests, and the responses to them. */
export function describeHostile(target: Target): void {
  const row = rowsOf(target)

  /** Sends a request to a collection with one object, and checks that the collection is unchanged. */
  const unharmed = (
    title: string,
    attack: (endpoint: Endpoint, made: Body, cluster: Cluster) => Promise<Answer>,
    expected: object,
  ) =>
    row(title, async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo', { x: '1' }))
      const before = await everythingIn(endpoint)
      const answer = await attack(endpoint, made, cluster)
      expect(answer.body).toEqual(expected)
      expect(answer.status).toBe(answer.body.code)
      expect(await everythingIn(endpoint)).toEqual(before)
    })

  describe('bodies that are not objects', () => {
    const unrecognized = (why: string) =>
      bad(
        starting(
          `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: ${why}`,
        ),
      )
    const array = 'json: cannot unmarshal array into Go value of type struct {'
    const bodies: readonly (readonly [string, string | Uint8Array, object])[] = [
      ['an incomplete object', '{', unrecognized('unexpected end of JSON input ({)')],
      ['an empty body', '', unrecognized('unexpected end of JSON input (<empty>)')],
      ['an array', '[]', unrecognized(array)],
      ['a string', '"x"', unrecognized('json: cannot unmarshal string into Go value of type struct {')],
      ['a number', '42', unrecognized('json: cannot unmarshal number into Go value of type struct {')],
      ['plain text', 'not json', unrecognized('invalid character')],
      ['two objects', '{}{}', unrecognized("invalid character '{' after top-level value ({}{})")],
      [
        'an object with trailing text',
        '{"metadata":{"name":"t"}} trailing',
        unrecognized("invalid character 't' after top-level value"),
      ],
      ['binary data', new Uint8Array([0, 1, 2]), unrecognized('invalid character')],
      ['excessive nesting', DEEP, unrecognized("invalid character '{' exceeded max depth")],
      [
        'null',
        'null',
        invalid('ConfigMap ""', { kind: 'ConfigMap' }, [
          'Required',
          'metadata.name',
          'Required value: name or generateName is required',
        ]),
      ],
    ]
    for (const [title, body, expected] of bodies)
      unharmed(`POST of ${title}`, endpoint => endpoint.post(body), expected)
    unharmed(
      'PUT of an incomplete object',
      endpoint => endpoint.put('foo', '{'),
      unrecognized('unexpected end of JSON input ({)'),
    )

    const asIs = (why: string) => bad(`ConfigMap in version "v1" cannot be handled as a ConfigMap: ${why}`)
    const objects: readonly (readonly [string, object, object])[] = [
      [
        'a name that is a number',
        { metadata: { name: 5 } },
        asIs('json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string'),
      ],
      [
        'numbers as data',
        { metadata: { name: 'a' }, data: { x: 1 } },
        asIs('json: cannot unmarshal number into Go struct field ConfigMap.data of type string'),
      ],
      [
        'another kind',
        { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'a' } },
        bad(
          'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
        ),
      ],
      [
        'another version',
        { kind: 'ConfigMap', apiVersion: 'v2', metadata: { name: 'a' } },
        bad(
          starting(
            'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme',
          ),
        ),
      ],
      [
        'a kind that does not exist',
        { kind: 'Foo', apiVersion: 'v1', metadata: { name: 'a' } },
        bad(
          starting(
            'Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered for version "v1" in scheme',
          ),
        ),
      ],
    ]
    for (const [title, body, expected] of objects)
      unharmed(`POST of ${title}`, endpoint => endpoint.post(body), expected)

    for (const name of ['../x', 'a/b', 'A', '__proto__', 'x y', 'ä'])
      unharmed(
        `POST of the name ${JSON.stringify(name)}`,
        endpoint => endpoint.post({ metadata: { name } }),
        invalid(`ConfigMap "${name}"`, { name, kind: 'ConfigMap' }, [
          'Invalid',
          'metadata.name',
          `Invalid value: "${name}": ${SUBDOMAIN}`,
        ]),
      )
  })

  describe('content types', () => {
    const unknownFormat = failure(
      415,
      'UnsupportedMediaType',
      `the body of the request was in an unknown format - accepted media types include: ${TYPES}`,
    )
    for (const type of ['text/plain', 'application/xml'])
      unharmed(`POST of ${type}`, endpoint => endpoint.post(configMap('a'), { type }), unknownFormat)

    row('a body without a content type is JSON', async cluster => {
      const endpoint = await configMapsOf(cluster)
      expect((await endpoint.post(configMap('a'), { type: null })).status).toBe(201)
    })

    row('YAML is accepted', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const yaml = 'kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\ndata:\n  x: "1"\n'
      const answer = await endpoint.post(yaml, { type: 'application/yaml' })
      expect([answer.status, answer.body.data]).toEqual([201, { x: '1' }])
    })

    unharmed(
      'POST that accepts only an unknown media type',
      endpoint => endpoint.post(configMap('a'), { headers: { accept: 'application/xyz' } }),
      failure(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${TYPES}`, {}),
    )
  })

  describe('invalid patches', () => {
    const patches: readonly (readonly [string, string, unknown, object])[] = [
      ['an incomplete merge patch', PATCH.merge, '{', bad('invalid JSON patch')],
      ['an empty body', PATCH.merge, '', bad('invalid JSON patch')],
      [
        'an array as a merge patch',
        PATCH.merge,
        [],
        bad(
          'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}',
        ),
      ],
      [
        'a string as a merge patch',
        PATCH.merge,
        '"x"',
        bad(
          'error decoding patch: json: cannot unmarshal string into Go value of type map[string]interface {}',
        ),
      ],
      ['an incomplete strategic patch', PATCH.strategic, '{', bad('invalid JSON patch')],
      ['an incomplete list of operations', PATCH.json, '[', bad('invalid JSON patch')],
      [
        'numbers as operations',
        PATCH.json,
        [1],
        bad('error decoding patch: json: cannot unmarshal number into Go value of type handlers.jsonPatchOp'),
      ],
      [
        'an operation that does not exist',
        PATCH.json,
        [{ op: 'bogus', path: '/data' }],
        failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {}),
      ],
    ]
    for (const [title, type, body, expected] of patches)
      unharmed(`PATCH with ${title}`, endpoint => endpoint.patch('foo', type, body), expected)

    row(
      'PATCH that results in an invalid object is invalid, and the message contains that object',
      async cluster => {
        const endpoint = await configMapsOf(cluster)
        const made = await endpoint.make(configMap('foo', { y: '1' }))
        const { status, body } = await endpoint.patch('foo', PATCH.merge, { data: { x: 1 } })
        const why = 'json: cannot unmarshal number into Go struct field ConfigMap.data of type string'
        expect([status, body.reason]).toEqual([422, 'Invalid'])
        expect(body.message).toMatch(
          /^ "" is invalid: patch: Invalid value: "\{\\"apiVersion\\":\\"v1\\",\\"data\\":/,
        )
        expect(body.message).toMatch(new RegExp(`: ${escaped(why)}$`))
        expect((await endpoint.get('foo')).body).toEqual(made)
      },
    )
  })

  describe('invalid deletions', () => {
    const parse = "couldn't get version/kind; json parse error: "
    const deletions: readonly (readonly [string, unknown, object])[] = [
      ['incomplete options', '{', bad(`${parse}unexpected end of JSON input`)],
      [
        'an array',
        '[]',
        bad(starting(`${parse}json: cannot unmarshal array into Go value of type struct {`)),
      ],
      [
        'options of a kind that does not exist',
        { kind: 'Foo', apiVersion: 'v1' },
        bad(starting('no kind "Foo" is registered for version "v1" in scheme')),
      ],
      [
        'a string as grace period',
        { gracePeriodSeconds: 'abc' },
        bad(
          'json: cannot unmarshal string into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
        ),
      ],
    ]
    for (const [title, body, expected] of deletions)
      unharmed(`DELETE with ${title}`, endpoint => endpoint.delete('foo', body), expected)

    const queries: readonly (readonly [Required<Sending>['query'], string])[] = [
      [{ gracePeriodSeconds: 'abc' }, 'strconv.ParseInt: parsing "abc": invalid syntax'],
      [{ limit: 'abc' }, 'strconv.ParseInt: parsing "abc": invalid syntax'],
      [
        { labelSelector: 'a in (' },
        "unable to parse requirement: found '', expected: ',', ')' or identifier",
      ],
    ]
    for (const [query, message] of queries)
      unharmed(
        `DELETE of all with ${Object.entries(query).join()}`,
        endpoint => endpoint.delete('', undefined, { query }),
        bad(message),
      )
  })

  describe('custom resources', () => {
    const group = 'protocol.example.com'
    const rejections: readonly (readonly [string, unknown, object])[] = [
      [
        'another version',
        { kind: 'Widget', apiVersion: `${group}/v9`, metadata: { name: 'q' } },
        bad(
          `the API version in the data (${group}/v9) does not match the expected API version (${group}/v1)`,
        ),
      ],
      [
        'another kind',
        { kind: 'Foo', apiVersion: `${group}/v1`, metadata: { name: 'q' } },
        invalid(`Foo.${group} "q"`, { name: 'q', group, kind: 'Foo' }, [
          'Invalid',
          'kind',
          'Invalid value: "Foo": must be Widget',
        ]),
      ],
      [
        'a string as size',
        widget('q', { spec: { size: 'large' } }),
        invalid(`Widget.${group} "q"`, { name: 'q', group, kind: 'Widget' }, [
          'TypeInvalid',
          'spec.size',
          'Invalid value: "string": spec.size in body must be of type integer: "string"',
        ]),
      ],
    ]
    for (const [title, body, expected] of rejections)
      row(`POST of ${title}`, async cluster => {
        const endpoint = await widgetsOf(cluster)
        expect((await endpoint.post(body)).body).toEqual(expected)
        expect(await everythingIn(endpoint)).toEqual([])
      })

    row('fields that are not in the schema are dropped', async cluster => {
      const endpoint = await widgetsOf(cluster)
      const made = await endpoint.make(widget('q', { spec: { size: 1, bogus: 2 }, more: 3 }))
      expect(made.spec).toEqual({ size: 1 })
      expect(made).not.toHaveProperty('more')
    })
  })

  describe('paths', () => {
    const paths: readonly (readonly [string, object])[] = [
      ['configmaps/foo%2fbar', NOT_FOUND],
      ['configmaps/foo/a/b/c', NOT_FOUND],
      ['configmaps/foo/status', NOT_FOUND],
      ['nope/foo', NOT_FOUND],
      ['nodes', NOT_FOUND],
      ['ConfigMaps', NOT_FOUND],
      ['constructor', NOT_FOUND],
      [
        'configmaps/__proto__',
        failure(404, 'NotFound', 'configmaps "__proto__" not found', {
          name: '__proto__',
          kind: 'configmaps',
        }),
      ],
      [
        'configmaps/foo%00',
        failure(404, 'NotFound', 'configmaps "foo\\x00" not found', { name: 'foo\0', kind: 'configmaps' }),
      ],
    ]
    for (const [path, expected] of paths)
      unharmed(
        `GET of ${path}`,
        async (_endpoint, _made, cluster) =>
          send(cluster, 'GET', `/api/v1/namespaces/${await cluster.namespace()}/${path}`),
        expected,
      )

    row('a trailing slash is ignored; a double slash within the path is not', async cluster => {
      const endpoint = await configMapsOf(cluster)
      const made = await endpoint.make(configMap('foo'))
      expect((await endpoint.get('foo/')).body).toEqual(made)
      expect((await endpoint.get('/')).body).toMatchObject({ kind: 'ConfigMapList' })
      expect((await send(cluster, 'GET', '/api//v1/namespaces')).body).toEqual(NOT_FOUND)
      expect((await send(cluster, 'GET', '/api/v1/namespaces//configmaps/foo')).body).toEqual(
        bad('Namespace parameter required.'),
      )
      expect((await send(cluster, 'GET', '/api/v1/namespaces/__proto__/configmaps')).body).toMatchObject({
        items: [],
      })
    })

    row('the 404 outside of the API is plain text', async cluster => {
      for (const path of ['/nope', '/API/v1/namespaces', '/apis/nope', '/apis/__proto__/v1/constructor']) {
        const answer = await send(cluster, 'GET', path)
        expect([answer.status, answer.text]).toEqual([404, '404 page not found\n'])
      }
    })

    for (const [method, path] of [
      ['POST', '/api/v1/configmaps'],
      ['DELETE', '/api/v1/configmaps'],
      ['OPTIONS', '/api/v1/configmaps'],
      ['MERGE', '/api/v1/configmaps'],
      ['GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'],
    ] as const)
      row(
        `${method} of ${path} is not allowed`,
        async cluster => {
          expect((await send(cluster, method, path)).body).toEqual(NOT_ALLOWED)
        },
        // In a page, the preflight would fail.
        { needs: ['headers'] },
      )

    row(
      'paths with .. segments are rejected',
      async cluster => {
        const endpoint = await configMapsOf(cluster)
        const made = await endpoint.make(configMap('foo'))
        const other = new Endpoint(cluster, endpoint.path)
        const up = `${endpoint.path}/../configmaps/foo`
        for (const path of [up, `${endpoint.path}/..`, `${endpoint.path}/%2e%2e`, `/${endpoint.path}/foo`]) {
          const statuses = [await cluster.raw?.('GET', path), await cluster.raw?.('DELETE', path)]
          for (const status of statuses) expect([400, 404, 405]).toContain(status)
        }
        expect((await other.get('foo')).body).toEqual(made)
      },
      { needs: ['raw paths'] },
    )
  })

  describe('everything else', () => {
    row('a watch of a kind that does not support it is not allowed', async cluster => {
      const query = { watch: true }
      expect((await send(cluster, 'GET', '/api/v1/componentstatuses', undefined, { query })).body).toEqual(
        failure(405, 'MethodNotAllowed', 'watch is not supported on resources of kind "componentstatuses"', {
          kind: 'componentstatuses',
        }),
      )
    })

    const timeouts = [
      ['x', 'time: invalid duration "x"'],
      ['1', 'time: missing unit in duration "1"'],
    ] as const
    for (const [timeout, why] of timeouts)
      row(
        `a timeout of ${timeout}`,
        async cluster => {
          const answer = await send(cluster, 'GET', '/api/v1/pods', undefined, { query: { timeout } })
          expect(answer.body).toEqual(bad(`invalid timeout specified in the request URL - ${why}`))
        },
        // A real server sends this response without CORS headers, so a page cannot read it.
        { needs: ['headers'] },
      )

    row('unknown credentials are a 401', async cluster => {
      const answer = await send(cluster, 'GET', '/api/v1/pods', undefined, {
        headers: { authorization: 'Bearer unknown' },
      })
      expect([answer.status, answer.body]).toEqual([401, failure(401, 'Unauthorized', 'Unauthorized')])
    })

    const transforms = [
      ['configmaps/foo', 'PartialObjectMetadataList', 'is not a list (*core.ConfigMap)'],
      ['configmaps', 'PartialObjectMetadata', 'is a list (*core.ConfigMapList)'],
    ] as const
    for (const [path, form, why] of transforms)
      row(`T13: ${path} as ${form} is not acceptable`, async cluster => {
        await (await configMapsOf(cluster)).make(configMap('foo'))
        const headers = { accept: `application/json;as=${form};g=meta.k8s.io;v=v1` }
        const answer = await send(
          cluster,
          'GET',
          `/api/v1/namespaces/${await cluster.namespace()}/${path}`,
          undefined,
          { headers },
        )
        const message = `you requested ${form}, but the requested object ${why}`
        expect([answer.status, answer.body]).toEqual([406, failure(406, 'NotAcceptable', message)])
      })
  })
}
