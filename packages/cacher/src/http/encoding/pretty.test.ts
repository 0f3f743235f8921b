import { describe, expect, test } from 'vitest'
import { prettyResponse, wantsPretty } from './pretty.ts'

describe('a response is indented', () => {
  test.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['', {}, false],
    ['pretty=1', {}, true],
    ['pretty=t', {}, true],
    ['pretty=T', {}, true],
    ['pretty=true', {}, true],
    ['pretty=TRUE', {}, true],
    ['pretty=True', {}, true],
    ['pretty=yes', {}, false],
    ['pretty=0', { 'User-Agent': 'curl/8' }, false],
    ['pretty=', { 'User-Agent': 'curl/8' }, true],
    ['', { 'User-Agent': 'Mozilla/5.0 (X11)' }, true],
    ['', { 'User-Agent': 'Wget/1.2' }, true],
    ['', { 'User-Agent': 'kubectl curl' }, false],
    ['', { Accept: 'application/json;pretty=1' }, true],
    ['', { Accept: 'application/json; pretty=true' }, true],
    ['', { Accept: 'application/json;pretty=0' }, false],
  ])('for %j and %o: %s', (query, headers, expected) => {
    expect(wantsPretty(new Request('http://x', { headers }), new URLSearchParams(query))).toBe(expected)
  })
})

describe('the indented response', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const stream = (chunks: readonly string[], onCancel?: (reason: unknown) => void) => {
    const rest = chunks.map(bytes)
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: controller => {
        const next = rest.shift()
        if (next) controller.enqueue(next)
        else controller.close()
      },
      cancel: reason => onCancel?.(reason),
    })
  }
  const json = { 'Content-Type': 'application/json' }
  const TEXT = ['{"a":[1,', '"<"],', '"b":{}}\n']

  test('has two spaces for each level, the same status and headers, and is escaped', async () => {
    const pretty = await prettyResponse(new Response(stream(TEXT), { status: 201, headers: json }))
    expect([pretty.status, pretty.headers.get('Content-Type')]).toEqual([201, 'application/json'])
    expect(await pretty.text()).toBe('{\n  "a": [\n    1,\n    "\\u003c"\n  ],\n  "b": {}\n}')
  })

  test.each([
    ['of another type', new Response('{"a":1}', { headers: { 'Content-Type': 'text/plain' } })],
    ['without a type', new Response(new Uint8Array(0))],
    ['without a body', new Response(null, { headers: json })],
  ])('is the same one %s', async (_, response) => {
    expect(await prettyResponse(response)).toBe(response)
  })

  const size = bytes(TEXT.join('')).length

  test.each([
    [size, true],
    [size - 1, false],
    [1, false],
  ])('of more bytes than %i is sent as it is', async (maxBytes, isPretty) => {
    const response = await prettyResponse(
      new Response(stream(TEXT), { status: 200, headers: json }),
      maxBytes,
    )
    const text = await response.text()
    expect([text.includes('  '), JSON.parse(text)]).toEqual([isPretty, { a: [1, '<'], b: {} }])
    if (!isPretty) expect(text).toBe(TEXT.join(''))
  })

  test('that is sent as it is reads no further than its reader, and passes a cancel on', async () => {
    const reasons: unknown[] = []
    const response = await prettyResponse(
      new Response(
        stream(TEXT, reason => reasons.push(reason)),
        { headers: json },
      ),
      1,
    )
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value).toEqual(bytes(TEXT[0] ?? ''))
    await reader?.cancel('enough')
    expect(reasons).toEqual(['enough'])
  })
})
