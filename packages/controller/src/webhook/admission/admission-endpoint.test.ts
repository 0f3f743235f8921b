import { describe, expect, test, vi } from 'vitest'
import { AdmissionRig, requestOf, reviewOf, UID, widget } from '../../test/admission-rig.ts'
import type { WebhookHandlerOptions } from '../webhook-handler.ts'
import { type AdmissionHandler, admission } from './admission.ts'
import { allowed } from './admission-response.ts'

const MAX_BYTES = 7 * 1024 * 1024

const rig = (handler: AdmissionHandler = () => allowed(), options?: WebhookHandlerOptions) =>
  new AdmissionRig([admission(handler, { type: 'validating', path: '/x', operations: ['CREATE'] })], options)

/** What is said inside the review about a request that cannot be read. */
const problem = (code: number, message: string | RegExp) => ({
  kind: 'AdmissionReview',
  apiVersion: 'admission.k8s.io/v1',
  response: {
    uid: '',
    allowed: false,
    status: { code, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  },
})

async function answerTo(body: BodyInit | null, headers: Record<string, string> = {}): Promise<unknown> {
  const handler = vi.fn(() => allowed())
  const { handle } = rig(handler)
  const init = {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'Content-Type': 'application/json', ...headers },
  }
  const response = await handle(new Request('http://localhost/x', init as RequestInit))
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json'])
  const review = await response.json()
  expect(handler).toHaveBeenCalledTimes(review.response.allowed ? 1 : 0)
  return review
}

test.each([
  ['no body', null],
  ['an empty body', ''],
  ['a stream that ends at once', new ReadableStream({ start: controller => controller.close() })],
])('C-ADM-1: %s', async (_, body) => {
  expect(await answerTo(body)).toEqual(problem(400, 'request body is empty'))
})

describe('C-ADM-2: the content type', () => {
  test.each(['text/plain', 'application/foo', ''])('%o is none of JSON', async type => {
    expect(await answerTo(new TextEncoder().encode('{}'), { 'Content-Type': type })).toEqual(
      problem(400, `contentType=${type}, expected application/json`),
    )
  })

  test('a parameter is accepted, unlike upstream', async () => {
    const type = 'application/json; charset=utf-8'
    expect(await answerTo(JSON.stringify(reviewOf()), { 'Content-Type': type })).toMatchObject({
      response: { allowed: true },
    })
  })
})

describe('C-ADM-3: the size', () => {
  const padded = (length: number) => JSON.stringify(reviewOf()).padEnd(length)

  test('a body of 7 MiB less one byte is decoded', async () => {
    expect(await answerTo(padded(MAX_BYTES - 1))).toMatchObject({ response: { uid: UID, allowed: true } })
  })

  test('a body of 7 MiB is too large', async () => {
    expect(await answerTo(padded(MAX_BYTES))).toEqual(
      problem(413, 'request entity is too large; limit is 7340032 bytes'),
    )
  })

  test('an endless body is not read beyond it', async () => {
    const chunk = new Uint8Array(64 * 1024).fill(0x20)
    let chunks = 0
    const cancel = vi.fn()
    const pull = (controller: ReadableStreamDefaultController) => {
      chunks++
      controller.enqueue(chunk)
    }
    const body = new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
    expect(await answerTo(body)).toEqual(problem(413, 'request entity is too large; limit is 7340032 bytes'))
    expect(chunks).toBe(MAX_BYTES / chunk.length)
    expect(cancel).toHaveBeenCalledOnce()
  })

  test('maxBytes sets another limit', async () => {
    const limited = rig(undefined, { maxBytes: 10 })
    expect(JSON.parse(await limited.post('{}'.padEnd(9)))).toEqual(problem(400, 'the review has no request'))
    expect(JSON.parse(await limited.post('{}'.padEnd(10)))).toEqual(
      problem(413, 'request entity is too large; limit is 10 bytes'),
    )
  })
})

describe('C-ADM-4: what is no review', () => {
  test.each([
    ['{', /^request body is not JSON: ./],
    ['{"request":{}} x', /^request body is not JSON: ./],
    ['[]', 'the request body must be a JSON object'],
    [
      JSON.stringify({ ...reviewOf(), kind: 'ConversionReview' }),
      'expected AdmissionReview of admission.k8s.io/v1 or admission.k8s.io/v1beta1, got {"apiVersion":"admission.k8s.io/v1","kind":"ConversionReview"}',
    ],
    [
      JSON.stringify(reviewOf(requestOf(), 'v2')),
      'expected AdmissionReview of admission.k8s.io/v1 or admission.k8s.io/v1beta1, got {"apiVersion":"admission.k8s.io/v2","kind":"AdmissionReview"}',
    ],
    [JSON.stringify(widget()), /^expected AdmissionReview/],
    ['{"kind":{"toString":1},"request":{}}', /^expected AdmissionReview .*got \{"kind":\{"toString":1\}\}$/],
    ['{}', 'the review has no request'],
    ['{"request":null}', 'the review has no request'],
    ['{"request":[]}', 'the review has no request'],
    ['{"request":{"uid":1}}', 'request.uid must be of type string'],
    ['{"request":{"operation":{}}}', 'request.operation must be of type string'],
    ['{"request":{"object":[]}}', 'request.object must be of type object'],
    ['{"request":{"oldObject":"x"}}', 'request.oldObject must be of type object'],
    ['{"request":{"dryRun":"yes"}}', 'request.dryRun must be of type boolean'],
  ])('%s', async (text, message) => {
    expect(await answerTo(text)).toEqual(problem(400, message))
  })
})

describe('C-ADM-5: the version of the answer', () => {
  const versionFor = async (review: object) => JSON.parse(await rig().post(JSON.stringify(review)))

  test.each([
    ['v1', reviewOf(), 'admission.k8s.io/v1'],
    ['v1beta1', reviewOf(requestOf(), 'v1beta1'), 'admission.k8s.io/v1beta1'],
    ['v1 without one', { request: requestOf() }, 'admission.k8s.io/v1'],
  ])('is %s', async (_, review, apiVersion) => {
    expect(await versionFor(review)).toEqual({
      kind: 'AdmissionReview',
      apiVersion,
      response: { uid: UID, allowed: true, status: { code: 200 } },
    })
  })
})

test('C-ADM-6: the handler sees the value that contextOf made of the HTTP request', async () => {
  const seen: unknown[] = []
  const handler: AdmissionHandler = (_, { value }) => {
    seen.push(value)
    return allowed()
  }
  const contextOf = ({ headers, url }: Request) => [headers.get('X-Tenant'), new URL(url).pathname]
  await rig(handler, { contextOf }).post(JSON.stringify(reviewOf()), {
    headers: { 'Content-Type': 'application/json', 'X-Tenant': 'blue' },
  })
  expect(seen).toEqual([['blue', '/x']])
})

describe('C-ADM-8: the status of an answer', () => {
  test.each([
    ['none', { allowed: true }, { code: 200 }],
    ['a code of its own', { allowed: true, status: { code: 404 } }, { code: 404 }],
    ['a message without a code', { allowed: true, status: { message: 'ok' } }, { code: 200, message: 'ok' }],
    ['none for a denial', { allowed: false }, { code: 403, reason: 'Forbidden' }],
  ])('%s', async (_, response, status) => {
    expect((await rig(() => response).send()).status).toEqual(status)
  })
})

describe('C-ADM-10: a handler that fails by a bug', () => {
  const failing: AdmissionHandler = ({ object }) => {
    throw new TypeError(`cannot read ${object?.kind}`)
  }

  test('is answered with code 500 and the uid, reported and counted', async () => {
    const failed = rig(failing)
    const answer = await failed.send()
    expect(answer.allowed).toBe(false)
    expect(answer.status).toEqual({ code: 500, message: 'panic: cannot read Widget [recovered]' })
    expect(failed.panics).toEqual(['/x admission'])
    expect(failed.logger.messages).toMatchObject([
      { level: 'error', message: 'a handler panicked', fields: { webhook: '/x', requestID: UID } },
    ])
  })

  test('propagates with recoverPanics: false, and is counted', async () => {
    const failed = rig(failing, { recoverPanics: false })
    await expect(failed.send()).rejects.toThrow('cannot read Widget')
    expect(failed.panics).toEqual(['/x admission'])
  })

  test.each([
    [new RangeError('out of range'), 'out of range'],
    [new ReferenceError('x is not defined'), 'x is not defined'],
    [new SyntaxError('Unexpected token'), 'Unexpected token'],
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [{ code: 403 }, '[object Object]'],
    [Symbol('s'), 'Symbol(s)'],
    [Object.create(null), 'an error without a text'],
  ])('%o is a bug', async (thrown, message) => {
    const failed = rig(() => {
      throw thrown
    })
    expect((await failed.send()).status).toEqual({ code: 500, message: `panic: ${message} [recovered]` })
    expect(failed.panics).toHaveLength(1)
  })

  test('contextOf is a handler, too', async () => {
    const contextOf = () => {
      throw new Error('no tenant')
    }
    expect((await rig(undefined, { contextOf }).send()).status.message).toBe('panic: no tenant [recovered]')
  })
})

test('a client that breaks off causes no unhandled rejection', async () => {
  const body = new ReadableStream({
    start: controller => controller.enqueue(new TextEncoder().encode('{"request":')),
    pull: controller => controller.error(new Error('reset by peer')),
  })
  expect(await answerTo(body)).toEqual(problem(400, 'cannot read the request body: reset by peer'))
})
