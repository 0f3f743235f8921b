import { describe, expect, test, vi } from 'vitest'
import { readJsonBody } from './read-json-body.ts'
import { UnfinishedBodies } from './unfinished-bodies.ts'

const JSON_TYPE = 'application/json'

const post = (body: BodyInit | null, contentType = JSON_TYPE): Request => {
  const headers = contentType === '' ? {} : { 'Content-Type': contentType }
  return new Request('http://localhost/x', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
}

const read = (request: Request, maxBytes = 1000) => readJsonBody(request, { maxBytes })

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** A body of chunks of 100 bytes that never ends. */
function endless(): { body: ReadableStream; pulled: () => number; cancel: () => void } {
  let pulled = 0
  const cancel = vi.fn()
  const pull = (controller: ReadableStreamDefaultController) => {
    pulled++
    controller.enqueue(new Uint8Array(100).fill(0x20))
  }
  return { body: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), pulled: () => pulled, cancel }
}

/** A body that is `text`, and then what `end` does. */
const broken = (text: string, end: (controller: ReadableStreamDefaultController) => void) =>
  new ReadableStream({
    start: controller => controller.enqueue(bytes(text)),
    pull: end,
  })

test('reads a JSON object, and the text that it was', async () => {
  expect(await read(post('{"a": 9007199254740993}'))).toEqual({
    value: { a: 9007199254740992 },
    text: '{"a": 9007199254740993}',
  })
})

test('reads a body of several chunks that divide a character', async () => {
  const [before, after] = [bytes('{"a":"ü"}').slice(0, 7), bytes('{"a":"ü"}').slice(7)]
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of [before, after]) controller.enqueue(chunk)
      controller.close()
    },
  })
  expect((await read(post(body))).value).toEqual({ a: 'ü' })
})

test('skips a byte order mark', async () => {
  expect((await read(post(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes('{}')])))).value).toEqual({})
})

test('creates a member for the name __proto__', async () => {
  const { value } = await read(post('{"__proto__": {"a": 1}}'))
  expect(Object.keys(value)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

describe('what is wrong with a body', () => {
  const problem = (body: BodyInit | null, contentType?: string) =>
    read(post(body, contentType)).catch(error => error)

  test.each([
    ['no body', null],
    ['an empty one', ''],
    ['an empty stream', new ReadableStream({ start: controller => controller.close() })],
  ])('%s', async (_, body) => {
    expect(await problem(body, '')).toMatchObject({ code: 400, message: 'request body is empty' })
  })

  test.each(['text/plain', '', 'application/jsonx', 'application/json+patch'])(
    'content type %o',
    async type => {
      expect(await problem(bytes('{}'), type)).toMatchObject({
        code: 400,
        message: `contentType=${type}, expected application/json`,
      })
    },
  )

  test.each(['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'])(
    'nothing is wrong with the content type %s',
    async type => expect((await read(post('{}', type))).value).toEqual({}),
  )

  test('bytes that are not UTF-8', async () => {
    expect(await problem(new Uint8Array([0x22, 0xff, 0x22]))).toMatchObject({
      code: 400,
      message: 'request body is not UTF-8',
    })
  })

  test.each(['{', 'nonsense', '{}{}', '﻿﻿{}'])('%j is not JSON', async text => {
    expect(await problem(text)).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^request body is not JSON: ./),
    })
  })

  test.each(['[]', 'null', '"text"', '1'])('%s is no object', async text => {
    expect(await problem(text)).toMatchObject({
      code: 400,
      message: 'the request body must be a JSON object',
    })
  })

  test('a body that another reader has locked', async () => {
    const request = post('{}')
    request.body?.getReader()
    expect(await read(request).catch(error => error)).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^cannot read the request body: /),
    })
  })
})

describe('the size', () => {
  const padded = (length: number) => `{}${' '.repeat(length - 2)}`

  test('one byte less than the limit is read; the limit itself is too large', async () => {
    expect((await read(post(padded(999)))).value).toEqual({})
    await expect(read(post(padded(1000)))).rejects.toMatchObject({
      code: 413,
      message: 'request entity is too large; limit is 1000 bytes',
    })
  })

  test('an endless body is read up to the limit, and cancelled', async () => {
    const { body, pulled, cancel } = endless()
    await expect(read(post(body))).rejects.toMatchObject({ code: 413 })
    expect(pulled()).toBe(10)
    expect(cancel).toHaveBeenCalledOnce()
  })
})

test('a sender that breaks off is a 400', async () => {
  const body = broken('{"a":', controller => controller.error(new Error('reset by peer')))
  await expect(read(post(body))).rejects.toMatchObject({
    code: 400,
    message: 'cannot read the request body: reset by peer',
  })
})

test('a signal ends the read of a sender that stalls, and cancels the body', async () => {
  const cancel = vi.fn()
  const body = new ReadableStream({ start: controller => controller.enqueue(bytes('{"a":')), cancel })
  const controller = new AbortController()
  const reading = readJsonBody(post(body), { maxBytes: 1000, signal: controller.signal })
  controller.abort(new Error('no time left'))
  await expect(reading).rejects.toMatchObject({
    code: 400,
    message: 'cannot read the request body: no time left',
  })
  expect(cancel).toHaveBeenCalledOnce()
})

test('the bodies that are being received share a bound, and give their room back at their end', async () => {
  const unfinished = new UnfinishedBodies(25)
  const controllers: ReadableStreamDefaultController<Uint8Array>[] = []
  const start = () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: controller => {
        controllers.push(controller)
        controller.enqueue(bytes('{"a":"1234'))
      },
    })
    return readJsonBody(post(body), { maxBytes: 1000, unfinished }).catch(error => error)
  }
  const [first, second] = [start(), start()]
  expect(await start()).toMatchObject({ code: 429, message: 'too many request bodies are being received' })
  controllers[0]?.enqueue(bytes('"}'))
  controllers[0]?.close()
  expect((await first).value).toEqual({ a: '1234' })
  controllers[1]?.error(new Error('reset by peer'))
  expect(await second).toMatchObject({ code: 400 })
  const [third, fourth] = [start(), start()]
  for (const controller of controllers.slice(3)) {
    controller.enqueue(bytes('"}'))
    controller.close()
  }
  expect([(await third).value, (await fourth).value]).toEqual([{ a: '1234' }, { a: '1234' }])
})
