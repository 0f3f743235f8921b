import fc from 'fast-check'

/** How a response repeats a credential that it received. */
const ENCODINGS = {
  header: (_, header) => header,
  credential: credential => credential,
  json: credential => JSON.stringify(credential).slice(1, -1),
  url: credential => encodeURIComponent(credential),
  base64: credential => Buffer.from(credential).toString('base64'),
  html: credential =>
    credential
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  upperCase: credential => credential.replace(/[a-z]+/g, letters => letters.toUpperCase()),
} satisfies Record<string, (credential: string, header: string) => string>

/** The texts that are planted into one response. */
export interface Planted {
  /** The Authorization header that the server received, and the credential in it. */
  readonly authorization: string
  readonly credential: string
  readonly payload: string
}

/** One hostile response, as data. */
export type HostileReply =
  | { readonly type: 'status'; readonly code: number; readonly member: string; readonly echo: Echo }
  | { readonly type: 'text'; readonly code: number; readonly contentType: string; readonly echo: Echo }
  | { readonly type: 'redirect'; readonly code: number; readonly echo: Echo }
  | { readonly type: 'warning'; readonly echo: Echo }
  | { readonly type: 'failure'; readonly how: 'message' | 'member' | 'cause'; readonly echo: Echo }
  | { readonly type: 'broken'; readonly damage: Damage; readonly ends: 'end' | 'error'; readonly echo: Echo }
  | { readonly type: 'event'; readonly line: string; readonly echo: Echo }

/** A repetition of a credential behind some other text, which decides where a limit of length cuts. */
interface Echo {
  readonly as: keyof typeof ENCODINGS
  readonly padding: number
}

/** A change of a valid body: bytes from `at` (per mille of the length) on are removed and others inserted. */
interface Damage {
  readonly at: number
  readonly remove: number
  readonly insert: string
}

const echo: fc.Arbitrary<Echo> = fc.record({
  as: fc.constantFrom(...(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])),
  padding: fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 90, max: 260 }) },
    { weight: 1, arbitrary: fc.integer({ min: 65_450, max: 65_540 }) },
  ),
})

const code = fc.constantFrom(400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 503, 504)

/** Where a Status may repeat something. */
const MEMBERS = [
  'message',
  'reason',
  'status',
  'details.name',
  'details.kind',
  'details.uid',
  'causes.message',
  'causes.field',
  'causes.reason',
  'unknown',
  'metadata',
]

/** Lines of a watch that are no events, with the payload. */
const LINES = [
  'PAYLOAD',
  '{"type":"PAYLOAD","object":{"data":"PAYLOAD"}}',
  '{"type":"ADDED","object":"PAYLOAD"}',
  '{"object":{"data":"PAYLOAD"}}',
  '["PAYLOAD"]',
  '{"type":"ADDED","object":{"metadata":{"name":7},"data":"PAYLOAD"}}',
  '{"type":"ADDED","object":{"data":"PAYLOAD"}}',
  '{"type":"ADDED","object":{"metadata":{"name":"x"},"data":"PAYLOAD"',
]

export const hostileReply: fc.Arbitrary<HostileReply> = fc.oneof(
  fc.record({ type: fc.constant('status' as const), code, member: fc.constantFrom(...MEMBERS), echo }),
  fc.record({
    type: fc.constant('text' as const),
    code,
    contentType: fc.constantFrom('text/plain', 'text/html', 'application/json'),
    echo,
  }),
  fc.record({ type: fc.constant('redirect' as const), code: fc.constantFrom(301, 302, 307, 308), echo }),
  fc.record({ type: fc.constant('warning' as const), echo }),
  fc.record({
    type: fc.constant('failure' as const),
    how: fc.constantFrom('message', 'member', 'cause'),
    echo,
  }),
  fc.record({
    type: fc.constant('broken' as const),
    damage: fc.record({
      at: fc.nat(1_000),
      remove: fc.nat(20),
      insert: fc.constantFrom('', '"', '}', ']', ',', '\\', '\0', '\n', '{"', 'NaN', '\ud800'),
    }),
    ends: fc.constantFrom('end', 'error'),
    echo,
  }),
  fc.record({ type: fc.constant('event' as const), line: fc.constantFrom(...LINES), echo }),
)

/** Carries out a reply. `valid` is the body of an ordinary response, which contains the payload. */
export function carryOut(reply: HostileReply, valid: string, planted: Planted): Response {
  const { as, padding } = reply.echo
  const repeated = `${'x'.repeat(padding)} ${ENCODINGS[as](planted.credential, planted.authorization)} y`
  switch (reply.type) {
    case 'status':
      return json(statusWith(reply.member, reply.code, repeated), reply.code)
    case 'text':
      return new Response(`<p>request: ${repeated}</p>`, {
        status: reply.code,
        headers: { 'content-type': reply.contentType },
      })
    case 'redirect':
      return new Response(repeated, {
        status: reply.code,
        headers: { location: `https://elsewhere.example/?${encodeURIComponent(repeated.slice(-200))}` },
      })
    case 'warning':
      return json(valid, 200, { warning: `299 - ${JSON.stringify(ascii(repeated).slice(-400))}` })
    case 'failure':
      throw failureOf(reply.how, repeated, planted.authorization)
    case 'broken':
      return new Response(streamOf(damaged(valid, reply.damage), reply.ends, repeated), JSON_RESPONSE)
    case 'event':
      return new Response(
        streamOf(`${reply.line.replaceAll('PAYLOAD', planted.payload)}\n`, 'end', ''),
        JSON_RESPONSE,
      )
  }
}

const JSON_RESPONSE = { headers: { 'content-type': 'application/json' } }

const json = (body: unknown, status: number, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Headers contain ASCII only. */
const ascii = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeURI(text))

function statusWith(member: string, code: number, text: string): object {
  const [group, name = ''] = member.split('.')
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code,
    reason: 'Invalid',
    message: 'no',
  }
  if (group === 'details') return { ...status, details: { [name]: text } }
  if (group === 'causes')
    return { ...status, details: { causes: [{ reason: 'FieldValueInvalid', [name]: text }] } }
  return { ...status, [member]: member === 'metadata' ? { remainingItemCount: text } : text }
}

/** Errors of `fetch` that quote the request, as some runtimes and wrappers produce them. */
function failureOf(how: 'message' | 'member' | 'cause', repeated: string, authorization: string): Error {
  const request = { headers: { authorization } }
  if (how === 'message') return new TypeError(`failed to send: ${repeated}`)
  if (how === 'member') return Object.assign(new TypeError('fetch failed'), { request })
  return new TypeError('fetch failed', {
    cause: Object.assign(new Error(`socket: ${repeated}`), { request }),
  })
}

function damaged(text: string, { at, remove, insert }: Damage): string {
  const from = Math.floor((text.length * at) / 1_000)
  return text.slice(0, from) + insert + text.slice(from + remove)
}

function streamOf(text: string, ends: 'end' | 'error', repeated: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  return new ReadableStream({
    start(controller) {
      const middle = Math.floor(bytes.length / 2)
      controller.enqueue(bytes.subarray(0, middle))
      controller.enqueue(bytes.subarray(middle))
      if (ends === 'end') controller.close()
      else controller.error(new TypeError(`terminated: ${repeated}`))
    },
  })
}
