const MUTATE = '/mutate-example-com-v2-widget'
const VALIDATE = '/validate-example-com-v2-widget'
const CONVERT = '/convert'
const JSON_TYPE = 'application/json'
const LIMIT_BYTES = 7 * 1024 * 1024

/** A request, and a summary of the answer that it must get. */
export interface Case {
  readonly title: string
  readonly method?: string
  /** With its query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
  /** See `outcomeOf`. */
  readonly outcome: string
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const post = (title: string, outcome: string, path: string, body: string | Uint8Array | undefined): Case => ({
  title,
  outcome,
  path,
  headers: { 'content-type': JSON_TYPE },
  body: typeof body === 'string' ? bytes(body) : body,
})

const withHeaders = (each: Case, headers: Readonly<Record<string, string>>): Case => ({ ...each, headers })

const UID = '705ab4f5-6393-11e8-b7cc-42010a800002'

const widgetOf = (spec?: object, metadata: object = {}, version = 'v2') => ({
  apiVersion: `example.com/${version}`,
  kind: 'Widget',
  metadata: { namespace: 'default', name: 'web', uid: UID, ...metadata },
  ...(spec && { spec }),
})

const kindOf = (version: string) => ({ group: 'example.com', version, kind: 'Widget' })
const resourceOf = (version: string) => ({ group: 'example.com', version, resource: 'widgets' })

const admissionOf = (request: object, review: object = {}) => ({
  kind: 'AdmissionReview',
  apiVersion: 'admission.k8s.io/v1',
  request: {
    uid: UID,
    kind: kindOf('v2'),
    resource: resourceOf('v2'),
    requestKind: kindOf('v2'),
    requestResource: resourceOf('v2'),
    name: 'web',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'admin', groups: ['system:masters'] },
    object: null,
    oldObject: null,
    dryRun: false,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
    ...request,
  },
  ...review,
})

const creation = (spec?: object, request: object = {}): string =>
  JSON.stringify(admissionOf({ object: widgetOf(spec), ...request }))

const update = (oldSpec: object, spec: object): string =>
  JSON.stringify(admissionOf({ operation: 'UPDATE', object: widgetOf(spec), oldObject: widgetOf(oldSpec) }))

const deletion = (metadata: object = {}): string =>
  JSON.stringify(admissionOf({ operation: 'DELETE', oldObject: widgetOf({}, metadata) }))

const conversionOf = (desiredAPIVersion: unknown, objects: unknown, review: object = {}): string =>
  JSON.stringify({
    kind: 'ConversionReview',
    apiVersion: 'apiextensions.k8s.io/v1',
    request: { uid: UID, desiredAPIVersion, objects },
    ...review,
  })

/** A review whose object contains this text, which `JSON.stringify` would not write. */
const creationWith = (text: string): string =>
  creation({ settings: { text: 'TEXT' } }).replace('"TEXT"', text)

/** A creation of exactly this many bytes. */
function creationOf(length: number): Uint8Array {
  const empty = creation({ settings: { text: '' } })
  return bytes(creation({ settings: { text: 'x'.repeat(length - empty.length) } }))
}

const whole = creation({ color: 'green' })
const v1 = (spec: object, metadata: object = {}) => widgetOf(spec, metadata, 'v1')
const v3 = (spec: object, metadata: object = {}) => widgetOf(spec, metadata, 'v3')

/** Bodies that are no JSON of a review, for each path. */
const NO_REVIEWS: Readonly<Record<string, string | Uint8Array | undefined>> = {
  'no body': undefined,
  'an empty body': '',
  'white space': ' \n',
  'no JSON': 'hello',
  null: 'null',
  'a list': '[]',
  'a string': '"AdmissionReview"',
  'truncated JSON': whole.slice(0, 200),
  'JSON and more': `${whole} x`,
  'invalid UTF-8': bytes(whole).with(whole.indexOf('green'), 0xff),
  'UTF-16': new Uint8Array(Buffer.from(whole, 'utf16le')),
  'a review of another kind': '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"}}',
  'a review of another version': whole.replace('admission.k8s.io/v1', 'admission.k8s.io/v9'),
  'a review without a request': '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}',
  'a request that is no object': '{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":7}',
  'too large a body': creationOf(LIMIT_BYTES),
}

const noReviews = Object.entries(NO_REVIEWS).flatMap(([title, body]) => {
  const code = title === 'too large a body' ? 413 : 400
  return [
    post(`a mutating webhook gets ${title}`, `denied ${code}`, MUTATE, body),
    post(`a validating webhook gets ${title}`, `denied ${code}`, VALIDATE, body),
    post(`a conversion gets ${title}`, `HTTP ${code}`, CONVERT, body),
  ]
})

const requests: readonly Case[] = [
  { title: 'a GET of a path', method: 'GET', path: MUTATE, outcome: 'HTTP 405' },
  { title: 'a HEAD of a path', method: 'HEAD', path: MUTATE, outcome: 'HTTP 405' },
  { title: 'a GET of another path', method: 'GET', path: '/', outcome: 'HTTP 404' },
  post('a POST to another path', 'HTTP 404', '/mutate-example-com-v9-widget', whole),
  post('a path with a slash at its end', 'HTTP 404', `${MUTATE}/`, whole),
  post('a path with an escape', 'HTTP 404', '/mutate-example-com-v2-widget%00', whole),
  withHeaders(post('no content type', 'denied 400', MUTATE, whole), {}),
  withHeaders(post('the content type of a text', 'denied 400', MUTATE, whole), {
    'content-type': 'text/plain',
  }),
  withHeaders(post('a content type with a charset', 'allowed 200, 2 operations', MUTATE, whole), {
    'content-type': 'application/json; charset=utf-8',
  }),
  withHeaders(post('a conversion without a content type', 'HTTP 400', CONVERT, whole), {}),
  post('a byte order mark', 'allowed 200, 2 operations', MUTATE, `\ufeff${whole}`),
  post('a body of one byte less than the limit', 'allowed 200', VALIDATE, creationOf(LIMIT_BYTES - 1)),
]

const mutations: readonly Case[] = [
  post('a widget without a spec', 'allowed 200, 1 operation', MUTATE, creation()),
  post('an empty spec', 'allowed 200, 3 operations', MUTATE, creation({})),
  post(
    'settings that need an escaped key',
    'allowed 200, 1 operation',
    MUTATE,
    creation({ color: 'green', dimensions: { width: 2, height: 3 }, settings: { 'a/b': 'c~d' } }),
  ),
  post(
    'a widget with all defaults',
    'allowed 200',
    MUTATE,
    creation({
      color: 'green',
      dimensions: { width: 2, height: 3 },
      settings: { 'defaults/color~width': 'set' },
    }),
  ),
  post('text beyond Latin-1', 'allowed 200, 2 operations', MUTATE, creation({ color: 'grün 🟢 緑' })),
  post('a lone surrogate', 'allowed 200, 3 operations', MUTATE, creationWith('"\\ud800"')),
  post('a null that a default replaces', 'allowed 200, 3 operations', MUTATE, creation({ color: null })),
  post('an integer beyond 2^53', 'allowed 200, 3 operations', MUTATE, creationWith('{"n":9007199254740993}')),
  post('a number beyond all others', 'allowed 200, 3 operations', MUTATE, creationWith('{"n":1e400}')),
  post(
    'a key named __proto__',
    'allowed 200, 3 operations',
    MUTATE,
    creationWith('{"__proto__":{"color":"x"}}'),
  ),
  post('a key named constructor', 'allowed 200, 3 operations', MUTATE, creationWith('{"constructor":"x"}')),
  post('duplicate keys', 'allowed 200, 3 operations', MUTATE, creationWith('{"a":"1","a":"2"}')),
  post(
    'a widget that three handlers change',
    'allowed 200, 3 operations',
    MUTATE,
    creation({ color: 'purple' }),
  ),
  post('a deletion to be mutated', 'allowed 200', MUTATE, deletion()),
  post('a dry run to be mutated', 'allowed 200, 3 operations', MUTATE, creation({}, { dryRun: true })),
  post('a CONNECT to be mutated', 'allowed 200', MUTATE, creation({}, { operation: 'CONNECT' })),
  post(
    'a spec that is a string',
    'denied 500',
    MUTATE,
    creation({}, { object: { ...widgetOf(), spec: 'x' } }),
  ),
  post('an object that is a list', 'denied 400', MUTATE, creation({}, { object: [] })),
  post('a creation without an object to be mutated', 'denied 400', MUTATE, creation({}, { object: null })),
  post(
    'an object of another kind to be mutated',
    'denied 400',
    MUTATE,
    creation({}, { object: { ...widgetOf(), kind: 'Gadget' } }),
  ),
  post(
    'an object without a kind',
    'allowed 200, 1 operation',
    MUTATE,
    creation({}, { object: { metadata: { name: 'web' } } }),
  ),
  post(
    'an older review',
    'allowed 200, 3 operations',
    MUTATE,
    creation({}).replace('admission.k8s.io/v1"', 'admission.k8s.io/v1beta1"'),
  ),
  post(
    'a review without a version',
    'allowed 200, 3 operations',
    MUTATE,
    JSON.stringify(admissionOf({ object: widgetOf({}) }, { apiVersion: undefined })),
  ),
]

const validations: readonly Case[] = [
  post('a good widget', 'allowed 200', VALIDATE, creation({ color: 'green' })),
  post('a color that is reserved', 'denied 403', VALIDATE, creation({ color: 'red' })),
  post('a width that is too large', 'denied 422', VALIDATE, creation({ dimensions: { width: 200 } })),
  post('a status as the cause of an error', 'denied 422', VALIDATE, creation({ color: 'wrapped' })),
  post('a bug', 'denied 500', VALIDATE, creation({ color: 'bug' })),
  post(
    'a widget that two handlers validate',
    'allowed 200, 1 warning',
    VALIDATE,
    creation({ color: 'purple' }),
  ),
  post('a warning', 'allowed 200, 1 warning', VALIDATE, creation({ color: 'teal' })),
  post(
    'a denial with a warning',
    'denied 422, 1 warning',
    VALIDATE,
    creation({ color: 'teal', dimensions: { width: 200 } }),
  ),
  post('a dry run', 'allowed 200, 1 warning', VALIDATE, creation({}, { dryRun: true })),
  post('an update', 'allowed 200', VALIDATE, update({ color: 'green' }, { color: 'blue' })),
  post(
    'an update with a warning',
    'allowed 200, 1 warning',
    VALIDATE,
    update({ dimensions: { width: 1 } }, { dimensions: { width: 2 } }),
  ),
  post(
    'an update that is denied',
    'denied 403, 1 warning',
    VALIDATE,
    update({ dimensions: { width: 2 } }, { dimensions: { width: 1 } }),
  ),
  post('an update without an old object', 'denied 400', VALIDATE, creation({}, { operation: 'UPDATE' })),
  post('a deletion', 'allowed 200', VALIDATE, deletion()),
  post(
    'a deletion that is denied',
    'denied 403',
    VALIDATE,
    deletion({ annotations: { 'example.com/protected': 'yes' } }),
  ),
  post('a deletion without an old object', 'denied 400', VALIDATE, creation({}, { operation: 'DELETE' })),
  post('a CONNECT', 'allowed 200', VALIDATE, creation({}, { operation: 'CONNECT' })),
  post('an unknown operation', 'denied 400', VALIDATE, creation({}, { operation: 'FROB' })),
  post('an operation that is a number', 'denied 400', VALIDATE, creation({}, { operation: 7 })),
  post(
    'an object of another kind',
    'denied 400',
    VALIDATE,
    creation({}, { object: { ...widgetOf(), kind: 'Gadget' } }),
  ),
  post('a uid with a quote', 'allowed 200', VALIDATE, creation({}, { uid: 'a"b\\c\u2028' })),
  post('a uid that is a number', 'denied 400', VALIDATE, creation({}, { uid: 7 })),
  post(
    'a handler that does not answer in time',
    'denied 504',
    `${VALIDATE}?timeout=1s`,
    creation({ color: 'stuck' }),
  ),
  post('a time limit that is no duration', 'allowed 200', `${VALIDATE}?timeout=soon`, creation({})),
]

const conversion = conversionOf('example.com/v2', [v1({ color: 'green' })])

/** Bodies that are no JSON of a conversion. */
const NO_CONVERSIONS: Readonly<Record<string, string>> = {
  'a truncated review': conversion.slice(0, -5),
  'a review that ends in an object': conversion.slice(0, conversion.indexOf('green')),
  'a review and more': `${conversion}}`,
  'its review without a request': conversionOf('', [], { request: undefined }),
  'a request that is a list': conversionOf('', [], { request: [] }),
  'objects that are no list': conversionOf('example.com/v2', { 0: v1({}) }),
  'a uid that is a number': conversion.replace(JSON.stringify(UID), '7'),
  'a review of another version for it': conversion.replace(
    'apiextensions.k8s.io/v1',
    'apiextensions.k8s.io/v7',
  ),
}

const conversions: readonly Case[] = [
  post('v1 to v2', 'converted 1', CONVERT, conversionOf('example.com/v2', [v1({ size: 3, color: 'red' })])),
  post(
    'v2 to v1',
    'converted 1',
    CONVERT,
    conversionOf('example.com/v1', [widgetOf({ dimensions: { width: 3 } })]),
  ),
  post('v1 to v3', 'converted 1', CONVERT, conversionOf('example.com/v3', [v1({ size: 3, color: 'red' })])),
  post(
    'several objects of two versions',
    'converted 3',
    CONVERT,
    conversionOf('example.com/v2', [v1({ size: 3 }), v3({ look: { color: 'red' } }), v1({})]),
  ),
  post(
    'a long list',
    'converted 250',
    CONVERT,
    conversionOf(
      'example.com/v2',
      Array.from({ length: 250 }, (_, size) => v1({ size, color: 'rød' })),
    ),
  ),
  post('no objects', 'converted 0', CONVERT, conversionOf('example.com/v2', [])),
  post('objects that are null', 'converted 0', CONVERT, conversionOf('example.com/v2', null)),
  post(
    'a converter that throws',
    'failed',
    CONVERT,
    conversionOf('example.com/v1', [widgetOf({}), widgetOf({ color: 'unconvertible' })]),
  ),
  post(
    'a bug of a converter',
    'failed',
    CONVERT,
    conversionOf('example.com/v1', [widgetOf({ color: 'bug' })]),
  ),
  post('an unknown version', 'failed', CONVERT, conversionOf('example.com/v9', [widgetOf({})])),
  post('another group', 'failed', CONVERT, conversionOf('example.org/v2', [widgetOf({})])),
  post('the same version', 'failed', CONVERT, conversionOf('example.com/v2', [widgetOf({})])),
  post('another kind', 'failed', CONVERT, conversionOf('example.com/v2', [{ ...v1({}), kind: 'Gadget' }])),
  post('an object that is a string', 'failed', CONVERT, conversionOf('example.com/v2', ['widget'])),
  post(
    'an object without a version',
    'failed',
    CONVERT,
    conversionOf('example.com/v2', [{ kind: 'Widget' }]),
  ),
  post('a version that is a number', 'HTTP 400', CONVERT, conversionOf(2, [v1({})])),
  post(
    'text beyond Latin-1 in a conversion',
    'converted 1',
    CONVERT,
    conversionOf('example.com/v2', [v1({ color: '緑' })]),
  ),
  post(
    'an integer beyond 2^53 in a conversion',
    'converted 1',
    CONVERT,
    conversionOf('example.com/v2', [v1({ serial: 1 })]).replace('"serial":1', '"serial":9007199254740993'),
  ),
  post(
    'a key named __proto__ in a conversion',
    'converted 1',
    CONVERT,
    conversionOf('example.com/v2', [v1({ settings: 1 })]).replace(
      '"settings":1',
      '"settings":{"__proto__":"x"}',
    ),
  ),
  ...Object.entries(NO_CONVERSIONS).map(([title, body]) =>
    post(`a conversion gets ${title}`, 'HTTP 400', CONVERT, body),
  ),
  post('an admission review for a conversion', 'HTTP 400', CONVERT, whole),
  post(
    'a conversion review for an admission',
    'denied 400',
    MUTATE,
    conversionOf('example.com/v2', [v1({})]),
  ),
]

/** Requests good and bad. */
export const CORPUS: readonly Case[] = [
  ...noReviews,
  ...requests,
  ...mutations,
  ...validations,
  ...conversions,
]
