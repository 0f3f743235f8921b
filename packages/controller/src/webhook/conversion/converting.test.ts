import { defineResource, StatusError, UsageError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import { getObjectsToConvert, mergeConverted, useResponse } from '../../test/apiserver-conversion.ts'
import {
  ConversionRig,
  convertingBy,
  reviewOf,
  v1Converters,
  widget,
  widgetsV1,
  widgetsV2,
  widgetsV3,
  widgetVersions,
} from '../../test/conversion-rig.ts'
import { webhookHandler } from '../webhook-handler.ts'
import { conversionOf, spoke } from './conversion.ts'
import { ConversionError } from './conversion-error.ts'
import { converting } from './converting.ts'

const V1 = 'example.com/v1'
const V2 = 'example.com/v2'
const V3 = 'example.com/v3'

const never = () => new Promise<never>(() => {})
const throwing = (error: unknown) => () => {
  throw error
}

describe('C-CNV-1: converts between versions', () => {
  test.each([
    ['a spoke to the hub', widget('v1', 'a', { size: 1 }), V2, widget('v2', 'a', { sizes: [1] })],
    ['the hub to a spoke', widget('v2', 'a', { sizes: [2, 3] }), V1, widget('v1', 'a', { size: 2 })],
    [
      'a spoke to another one, through the hub',
      widget('v1', 'a', { size: 4 }),
      V3,
      widget('v3', 'a', { text: '4' }),
    ],
    ['and back', widget('v3', 'a', { text: '4,5' }), V1, widget('v1', 'a', { size: 4 })],
  ])('%s', async (_, object, desired, expected) => {
    const { response } = await new ConversionRig().review(reviewOf(desired, object))
    expect(response).toEqual({ uid: 'u-1', result: { status: 'Success' }, convertedObjects: [expected] })
  })

  test('the hub that a spoke is converted through has the version of the hub', async () => {
    const seen: unknown[] = []
    const conversion = conversionOf(widgetsV2, [
      spoke(widgetsV1, v1Converters),
      spoke(widgetsV3, {
        toHub: () => ({ spec: { sizes: [] } }),
        fromHub(hub) {
          seen.push(hub)
          return { spec: { text: '' } }
        },
      }),
    ])
    await new ConversionRig([converting(conversion)]).text(reviewOf(V3, widget('v1', 'a', { size: 4 })))
    expect(seen).toEqual([widget('v2', 'a', { sizes: [4] })])
  })
})

test('C-CNV-2: converts objects of several versions in their order, and removes the request', async () => {
  const objects = [
    widget('v1', 'a', { size: 1 }),
    widget('v3', 'b', { text: '2,3' }),
    widget('v1', 'c', { size: 4 }),
  ]
  const reply = await new ConversionRig().review(reviewOf(V2, ...objects))
  expect(reply).toEqual({
    kind: 'ConversionReview',
    apiVersion: 'apiextensions.k8s.io/v1',
    response: {
      uid: 'u-1',
      result: { status: 'Success' },
      convertedObjects: [
        widget('v2', 'a', { sizes: [1] }),
        widget('v2', 'b', { sizes: [2, 3] }),
        widget('v2', 'c', { sizes: [4] }),
      ],
    },
  })
})

test.each([
  [{ apiVersion: 'apiextensions.k8s.io/v1beta1' }, 'apiextensions.k8s.io/v1beta1'],
  [{ apiVersion: undefined, kind: undefined }, 'apiextensions.k8s.io/v1'],
])('answers %o in %s', async (init, apiVersion) => {
  const reply = await new ConversionRig().review(reviewOf(V2, widget('v1', 'a', { size: 1 })), init)
  expect(reply).toMatchObject({ kind: 'ConversionReview', apiVersion, response: { uid: 'u-1' } })
})

test.each([[undefined], [null], [[]]])('converts no objects: %j', async objects => {
  const { response } = await new ConversionRig().review({ uid: 'u', desiredAPIVersion: V2, objects })
  expect(response).toEqual({ uid: 'u', result: { status: 'Success' }, convertedObjects: [] })
})

describe('C-CNV-4: what has no conversion is a failure', () => {
  const other = { ...widget('v1', 'a', {}), apiVersion: 'other.com/v1' }
  test.each([
    [
      'another group',
      other,
      V2,
      '"default/a" to example.com/v2: src other.com/v1, Kind=Widget and dst example.com/v2, Kind=Widget does not belong to same API Group',
    ],
    [
      'the version that is asked for',
      widget('v1', 'a', {}),
      V1,
      '"default/a" to example.com/v1: conversion is not allowed between same type example.com/v1, Kind=Widget',
    ],
    [
      'an unknown version',
      widget('v9', 'a', {}),
      V2,
      '"default/a" to example.com/v2: example.com/v9, Kind=Widget does not have any Hub defined: the versions of Widget.example.com are v2, v1, v3',
    ],
    [
      'an unknown version that is asked for',
      widget('v1', 'a', {}),
      'example.com/v9',
      '"default/a" to example.com/v9: example.com/v9, Kind=Widget does not have any Hub defined: the versions of Widget.example.com are v2, v1, v3',
    ],
    [
      'a prototype property as a version',
      widget('v1', 'a', {}),
      'example.com/__proto__',
      '"default/a" to example.com/__proto__: example.com/__proto__, Kind=Widget does not have any Hub defined: the versions of Widget.example.com are v2, v1, v3',
    ],
    [
      'a version that is none',
      widget('v1', 'a', {}),
      'a/b/c',
      '"default/a" to a/b/c: desiredAPIVersion must be an API version, got "a/b/c"',
    ],
    [
      'no version',
      widget('v1', 'a', {}),
      '',
      '"default/a" to : desiredAPIVersion must be an API version, got ""',
    ],
  ])('%s', async (_, object, desired, message) => {
    expect(await new ConversionRig().failure(reviewOf(desired, object))).toBe(
      `cannot convert Widget ${message}`,
    )
  })

  test.each([
    [
      'a kind without a hub',
      { ...widget('v1', 'a', {}), kind: 'Gadget' },
      'Gadget "default/a"',
      'example.com/v1, Kind=Gadget does not have any Hub defined',
    ],
    [
      'a kind called constructor',
      { ...widget('v1', 'a', {}), kind: 'constructor' },
      'constructor "default/a"',
      'example.com/v1, Kind=constructor does not have any Hub defined',
    ],
    [
      'an object of the cluster',
      { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
      'Node "n"',
      'src v1, Kind=Node and dst example.com/v2, Kind=Node does not belong to same API Group',
    ],
    [
      'an object without a kind',
      { apiVersion: V1, metadata: { name: 'a' } },
      'request.objects[0]',
      'the object has no kind',
    ],
    [
      'an object without an apiVersion',
      { kind: 'Widget', metadata: { name: 'a' } },
      'Widget "a"',
      'the object has no apiVersion',
    ],
    ['an empty object', {}, 'request.objects[0]', 'the object has no kind'],
    ['a kind that is no text', { apiVersion: V1, kind: 1 }, 'request.objects[0]', 'the object has no kind'],
    [
      'metadata that is no object',
      { apiVersion: V1, kind: 'Widget', metadata: 'x' },
      'request.objects[0]',
      'metadata must be an object',
    ],
    ['a string', 'object', 'request.objects[0]', 'the value must be an object'],
    ['null', null, 'request.objects[0]', 'the value must be an object'],
    ['a list', [], 'request.objects[0]', 'the value must be an object'],
  ])('%s', async (_, object, name, message) => {
    expect(await new ConversionRig().failure(reviewOf(V2, object))).toBe(
      `cannot convert ${name} to ${V2}: ${message}`,
    )
  })

  test('one of several fails all, and no converter is called for the ones after it', async () => {
    const called: string[] = []
    const webhook = convertingBy((object: never) => {
      const { metadata } = object as { metadata: { name: string } }
      called.push(metadata.name)
      if (metadata.name === 'b') throw new ConversionError('too small')
      return object
    })
    const objects = ['a', 'b', 'c'].map(name => widget('v1', name, { size: 1 }))
    expect(await new ConversionRig([webhook]).failure(reviewOf(V2, ...objects))).toBe(
      'cannot convert Widget "default/b" to example.com/v2: too small',
    )
    expect(called).toEqual(['a', 'b'])
  })
})

describe('C-CNV-5: a converter that throws', () => {
  test.each([
    ['an error', new Error('secret')],
    ['a bug', new TypeError('secret')],
    ['no error', 'secret'],
    ['undefined', undefined],
  ])('%s: hides its text, logs it and counts it', async (_, error) => {
    const rig = new ConversionRig([convertingBy(throwing(error))])
    expect(await rig.failure(reviewOf(V2, widget('v1', 'a', {})))).toBe(
      'internal error occurred during conversion',
    )
    expect(rig.logger.messages).toEqual([
      {
        level: 'error',
        message: 'a converter panicked',
        error,
        fields: {
          webhook: '/convert',
          requestID: 'u-1',
          desiredAPIVersion: V2,
          object: 'Widget "default/a"',
        },
      },
    ])
    expect(rig.panics).toEqual(['conversion /convert'])
    // The process goes on.
    expect((await rig.review(reviewOf(V1, widget('v2', 'a', {})))).response.result.status).toBe('Success')
  })

  test('asynchronously: the same', async () => {
    const rig = new ConversionRig([convertingBy(() => Promise.reject(new Error('secret')))])
    expect(await rig.failure(reviewOf(V2, widget('v1', 'a', {})))).toBe(
      'internal error occurred during conversion',
    )
    expect(rig.panics).toHaveLength(1)
  })

  test.each([
    ['a ConversionError', new ConversionError('too small')],
    ['a StatusError', new StatusError({ message: 'too small' })],
    ['an error that was caused by one', new Error('hidden', { cause: new ConversionError('too small') })],
  ])('%s: its message is for the client, and it is no panic', async (_, error) => {
    const rig = new ConversionRig([convertingBy(throwing(error))])
    expect(await rig.failure(reviewOf(V2, widget('v1', 'a', {})))).toBe(
      'cannot convert Widget "default/a" to example.com/v2: too small',
    )
    expect(rig.panics).toEqual([])
    expect(rig.logger.messages).toMatchObject([
      {
        level: 'info',
        message: 'cannot convert',
        fields: { object: 'Widget "default/a"', reason: 'too small' },
      },
    ])
  })

  test('an error whose causes are a cycle is an internal error', async () => {
    const error = new Error('secret')
    error.cause = error
    const rig = new ConversionRig([convertingBy(throwing(error))])
    expect(await rig.failure(reviewOf(V2, widget('v1', 'a', {})))).toBe(
      'internal error occurred during conversion',
    )
  })

  test('rejects without recoverPanics', async () => {
    const error = new TypeError('bug')
    const rig = new ConversionRig([convertingBy(throwing(error))], { recoverPanics: false })
    const post = rig.post(JSON.stringify({ request: reviewOf(V2, widget('v1', 'a', {})) }))
    await expect(post).rejects.toBe(error)
    expect(rig.panics).toHaveLength(1)
  })

  test.each([
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a string', 'object', 'a string'],
    ['a list', [], 'a list'],
    ['an instance of a class', new Date(0), 'an instance of a class'],
  ])('returns %s: an internal error, whose log names the version', async (_, result, what) => {
    const rig = new ConversionRig([convertingBy(() => result)])
    expect(await rig.failure(reviewOf(V2, widget('v1', 'a', {})))).toBe(
      'internal error occurred during conversion',
    )
    expect(rig.logger.errors).toEqual([`the converter to example.com/v2 returned ${what}, and not an object`])
  })
})

describe('a value that is no JSON', () => {
  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic

  test.each([
    [{ spec: { size: Number.NaN } }, 'cannot write spec.size: JSON has no NaN'],
    [{ spec: [10n] }, 'cannot write spec[0]: it must be JSON, got a bigint'],
    [{ spec: new Date(0) }, 'cannot write spec: it must be JSON, got Date'],
    [{ spec: () => 1 }, 'cannot write spec: it must be JSON, got a function'],
    [{ spec: cyclic }, 'cannot write spec.self: it must be JSON, got a value that contains itself'],
    [
      { spec: { size: 2 ** 60 } },
      'cannot write spec.size: 1152921504606847000 is beyond 2^53, where JavaScript rounds integers, and the request has no such integer',
    ],
  ])('%o is a failure that names the path', async (result, message) => {
    const rig = new ConversionRig([convertingBy(() => result)])
    expect(await rig.failure(reviewOf(V2, widget('v1', 'a', {})))).toBe(
      `cannot convert Widget "default/a" to example.com/v2: ${message}`,
    )
  })
})

describe('C-CNV-6: what is no review is HTTP 400 with the reason', () => {
  test.each([
    ['no body', null, 'request body is empty'],
    ['an empty body', '', 'request body is empty'],
    ['no JSON', '{', /^request body is not JSON: /],
    ['a list', '[]', 'the request body must be a JSON object'],
    [
      'a body that is cut off',
      '{"request":{"uid":"u","objects":[{"kind":"Wid',
      /^request body is not JSON: /,
    ],
    [
      'an object that is no JSON',
      '{"request":{"uid":"u","objects":[{"kind" "Widget"}]}}',
      /^request body is not JSON: /,
    ],
    [
      'a list of objects that is no JSON',
      '{"request":{"uid":"u","objects":[1}}}',
      /^request body is not JSON: /,
    ],
    [
      'no request',
      '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1"}',
      'the review has no request',
    ],
    ['a request that is null', '{"request":null}', 'the review has no request'],
    ['a request that is a string', '{"request":"r"}', 'the review has no request'],
    ['a uid that is not a string', '{"request":{"uid":1}}', 'request.uid must be a string'],
    [
      'a version that is no string',
      '{"request":{"desiredAPIVersion":{}}}',
      'request.desiredAPIVersion must be a string',
    ],
    ['objects that are not a list', '{"request":{"objects":{}}}', 'request.objects must be a list'],
    [
      'another kind',
      '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{}}',
      'expected ConversionReview of apiextensions.k8s.io/v1 or apiextensions.k8s.io/v1beta1, got {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"}',
    ],
    [
      'another version',
      '{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v2","request":{}}',
      /got \{"apiVersion":"apiextensions.k8s.io\/v2"/,
    ],
  ])('%s', async (_, body, reason) => {
    const rig = new ConversionRig()
    const response = await rig.post(body)
    expect(response.status).toBe(400)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect((await response.text()).trimEnd()).toEqual(
      typeof reason === 'string' ? reason : expect.stringMatching(reason),
    )
    expect(rig.logger.messages).toMatchObject([{ level: 'error', message: 'cannot read the review' }])
    expect(rig.panics).toEqual([])
  })

  test('an object that is no JSON after others that were converted', async () => {
    const valid = JSON.stringify(widget('v1', 'a', { size: 1 }))
    const response = await new ConversionRig().post(
      `{"request":{"uid":"u","desiredAPIVersion":"${V2}","objects":[${valid},{"kind":}]}}`,
    )
    expect(response.status).toBe(400)
  })

  test('another content type', async () => {
    const response = await new ConversionRig().post('{}', { headers: { 'Content-Type': 'text/plain' } })
    expect([response.status, await response.text()]).toEqual([
      400,
      'contentType=text/plain, expected application/json\n',
    ])
  })
})

describe('the size of a body', () => {
  const body = JSON.stringify({ request: reviewOf(V2, widget('v1', 'a', { size: 1 })) })

  test('may be limited: 413 from the limit on, and the rest is not read', async () => {
    const post = (maxBytes: number) =>
      new ConversionRig([converting(widgetVersions, { maxBytes })]).post(body)
    expect((await post(body.length + 1)).status).toBe(200)
    const response = await post(body.length)
    expect([response.status, await response.text()]).toEqual([
      413,
      `request entity is too large; limit is ${body.length} bytes\n`,
    ])
  })

  test('may exceed the limit of admission, because a list has many objects', async () => {
    const large = widget('v1', 'a', { size: 1, padding: 'x'.repeat(8 * 1024 * 1024) })
    expect((await new ConversionRig().review(reviewOf(V2, large))).response.result.status).toBe('Success')
  })

  test('an endless body is read up to 64 MiB', async () => {
    const chunk = new Uint8Array(4 * 1024 * 1024).fill(0x20)
    let pulled = 0
    const endless = new ReadableStream(
      {
        pull(controller) {
          pulled++
          controller.enqueue(chunk)
        },
      },
      { highWaterMark: 0 },
    )
    expect((await new ConversionRig().post(endless)).status).toBe(413)
    expect(pulled).toBe(16)
  })
})

describe('a converter that never settles', () => {
  test('is cut off by the timeout of the request, with a failure that names the object', async () => {
    const rig = new ConversionRig([convertingBy(never)])
    const answer = rig.post(
      JSON.stringify({ request: reviewOf(V2, widget('v1', 'a', {})) }),
      {},
      '?timeout=5s',
    )
    await rig.clock.advance(5000)
    const { response } = await (await answer).json()
    expect(response.result).toEqual({
      status: 'Failure',
      message: 'cannot convert Widget "default/a" to example.com/v2: no answer within 4500 ms',
    })
    expect(rig.clock.pendingTimers).toBe(0)
    expect(rig.panics).toEqual([])
  })

  test('is cut off after 30 s if the request has no timeout, as those of an apiserver', async () => {
    const rig = new ConversionRig([convertingBy(never)])
    const answer = rig.post(JSON.stringify({ request: reviewOf(V2, widget('v1', 'a', {})) }))
    await rig.clock.advance(29_499)
    expect(rig.clock.pendingTimers).toBe(1)
    await rig.clock.advance(1)
    expect((await (await answer).json()).response.result.message).toMatch(/: no answer within 29500 ms$/)
  })

  test('gets a signal that aborts', async () => {
    let aborted = false
    const conversion = conversionOf(widgetsV2, [
      spoke(widgetsV1, {
        toHub: (_, { signal }) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        fromHub: () => ({ spec: {} }),
      }),
    ])
    const rig = new ConversionRig([converting(conversion)])
    const answer = rig.post(JSON.stringify({ request: reviewOf(V2, widget('v1', 'a', {})) })).then(reply => {
      aborted = true
      return reply
    })
    await rig.clock.advance(60_000)
    expect((await (await answer).json()).response.result.message).toMatch(/: no answer within \d+ ms$/)
    expect(aborted).toBe(true)
  })

  test('no object is converted once the client has gone', async () => {
    const client = new AbortController()
    const called: unknown[] = []
    const webhook = convertingBy((object: never) => {
      called.push(object)
      client.abort()
      return object
    })
    const objects = [widget('v1', 'a', {}), widget('v1', 'b', {})]
    const rig = new ConversionRig([webhook])
    await rig.post(JSON.stringify({ request: reviewOf(V2, ...objects) }), { signal: client.signal })
    expect(called).toHaveLength(1)
  })
})

describe('C-CNV-8: metadata', () => {
  const original = {
    ...widget('v1', 'a', {}),
    metadata: {
      name: 'a',
      namespace: 'default',
      uid: 'u',
      generation: 7,
      labels: { own: 'yes' },
      finalizers: ['example.com/held'],
      annotations: { 'example.com/Note': 'x' },
    },
  }
  const convertedMetadata = async (metadata: unknown) => {
    const rig = new ConversionRig([convertingBy(() => ({ metadata, spec: {} }))])
    const { response } = await rig.review(reviewOf(V2, original))
    return response.convertedObjects?.[0]?.metadata ?? response.result.message
  }

  test.each([
    ['changed', { labels: { a: 'b' }, annotations: { c: 'd' } }],
    ['removed', {}],
    ['removed as null', { labels: null, annotations: undefined }],
    ['emptied', { labels: {}, annotations: {} }],
    ['partly removed', { labels: { own: undefined, a: 'b' }, annotations: { 'example.com/Note': 'x' } }],
  ])('labels and annotations are taken: %s', async (_, metadata) => {
    const { labels: _labels, annotations: _annotations, ...rest } = original.metadata
    const taken = Object.fromEntries(
      Object.entries(metadata)
        .filter(([, texts]) => texts)
        .map(([field, texts]) => [field, JSON.parse(JSON.stringify(texts))]),
    )
    expect(await convertedMetadata(metadata)).toEqual({ ...rest, ...taken })
  })

  test('other fields are restored, also those that the converter has changed in place', async () => {
    const webhook = convertingBy((object: never) => {
      const draft: { metadata: object } = object
      Object.assign(draft.metadata, {
        generation: 1,
        finalizers: [],
        resourceVersion: '5',
        labels: { a: 'b' },
      })
      return draft
    })
    const { response } = await new ConversionRig([webhook]).review(reviewOf(V2, original))
    expect(response.convertedObjects?.[0]?.metadata).toEqual({ ...original.metadata, labels: { a: 'b' } })
  })

  test('stays as it is if the converter returns none', async () => {
    expect(await convertedMetadata(undefined)).toEqual(original.metadata)
  })

  test('an object without metadata gets an empty one', async () => {
    const rig = new ConversionRig([convertingBy(object => object)])
    const { response } = await rig.review(reviewOf(V2, { apiVersion: V1, kind: 'Widget' }))
    expect(response.convertedObjects).toEqual([{ apiVersion: V2, kind: 'Widget', metadata: {} }])
  })

  test.each([
    [{ name: 'b' }, 'the converter changed metadata.name from "a" to "b"'],
    [{ namespace: '' }, 'the converter changed metadata.namespace from "default" to ""'],
    [{ uid: 1 }, 'the converter changed metadata.uid from "u" to 1'],
    ['text', 'metadata that the converter returns must be an object'],
    [{ labels: ['a'] }, 'metadata.labels that the converter returns must be an object'],
    [{ labels: { size: 1 } }, 'metadata.labels.size that the converter returns must be a string'],
    [
      { annotations: { 'a/b': null } },
      'metadata.annotations["a/b"] that the converter returns must be a string',
    ],
  ])('%o is a failure', async (metadata, message) => {
    const text = `cannot convert Widget "default/a" to example.com/v2: ${message}`
    expect(await convertedMetadata(metadata)).toBe(text)
  })

  test('labels that are not valid are left to the apiserver, which says so', async () => {
    const metadata = { labels: { a: 'b c' } }
    expect(await convertedMetadata(metadata)).toMatchObject(metadata)
  })
})

describe('C-CNV-9: a list at the apiserver', () => {
  const mixed = [
    widget('v2', 'a', { sizes: [1] }),
    widget('v1', 'b', { size: 2 }),
    widget('v2', 'c', { sizes: [3] }),
    widget('v3', 'd', { text: '4,5' }),
  ]

  test('sends the objects of other versions only, and puts them back in their places', async () => {
    const request = reviewOf(V2, ...getObjectsToConvert(mixed, V2))
    expect(request.objects).toHaveLength(2)
    const converted = useResponse(request, await new ConversionRig().text(request))
    expect(mergeConverted(mixed, V2, converted)).toEqual([
      widget('v2', 'a', { sizes: [1] }),
      widget('v2', 'b', { sizes: [2] }),
      widget('v2', 'c', { sizes: [3] }),
      widget('v2', 'd', { sizes: [4, 5] }),
    ])
  })

  test('sends nothing if all objects have the version', () => {
    expect(getObjectsToConvert([mixed[0] ?? {}, mixed[2] ?? {}], V2)).toEqual([])
  })
})

describe('integers beyond 2^53', () => {
  const object = (spec: string) =>
    `{"apiVersion":"${V1}","kind":"Widget","metadata":{"name":"a"},"spec":${spec}}`
  const send = (rig: ConversionRig, ...objects: string[]) =>
    rig.send(`{"request":{"uid":"u","desiredAPIVersion":"${V2}","objects":[${objects.join(' , ')}]}}`)
  const moving = convertingBy((widgetV1: { spec?: unknown }) => ({ spec: { moved: widgetV1.spec } }))

  test('keep their digits, also in other members', async () => {
    const answer = await send(
      new ConversionRig([moving]),
      object('{"seconds":9223372036854775807,"list":[9007199254740993]}'),
    )
    expect(answer).toContain('"spec":{"moved":{"seconds":9223372036854775807,"list":[9007199254740993]}}')
  })

  test('of different objects do not count as ambiguous', async () => {
    const ids = ['9007199254740992', '9007199254740993']
    const answer = await send(new ConversionRig([moving]), ...ids.map(id => object(`{"id":${id}}`)))
    for (const id of ids) expect(answer).toContain(`{"moved":{"id":${id}}}`)
  })

  test.each([
    [
      '{"a":9007199254740992,"b":9007199254740993}',
      /^cannot convert Widget "a" to example.com\/v2: cannot write spec.moved.a: .* several that round to it/,
    ],
    [
      '{"a":1e400}',
      'cannot convert Widget "a" to example.com/v2: cannot write spec.moved.a: JSON has no Infinity',
    ],
  ])('%s is a failure that names the path', async (spec, message) => {
    const { response } = JSON.parse(await send(new ConversionRig([moving]), object(spec)))
    expect(response.result).toEqual({
      status: 'Failure',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })
})

test('members called __proto__ and constructor are members like others', async () => {
  const rig = new ConversionRig([convertingBy(object => object)])
  const answer = await rig.send(
    `{"request":{"uid":"u","desiredAPIVersion":"${V2}","objects":[{"apiVersion":"${V1}","kind":"Widget","__proto__":{"a":1},"metadata":{"name":"a","__proto__":{"uid":"x"}},"spec":{"constructor":1}}]}}`,
  )
  expect(answer).toContain('"__proto__":{"a":1},')
  expect(answer).toContain('"metadata":{"name":"a","__proto__":{"uid":"x"}}')
  expect(answer).toContain('"spec":{"constructor":1}')
})

test('a converter may change what it gets and return values that it shares', async () => {
  const shared = Object.freeze({ sizes: Object.freeze([1]) })
  const conversion = conversionOf(widgetsV2, [
    spoke(widgetsV1, { toHub: () => ({ spec: shared }), fromHub: () => ({ spec: {} }) }),
    spoke(widgetsV3, {
      toHub: () => ({ spec: shared }),
      fromHub(hub) {
        hub.spec.sizes.push(2)
        return { spec: { text: hub.spec.sizes.join() } }
      },
    }),
  ])
  const objects = [widget('v1', 'a', {}), widget('v1', 'b', {})]
  const { response } = await new ConversionRig([converting(conversion)]).review(reviewOf(V3, ...objects))
  expect(response.convertedObjects?.map(({ spec }) => spec)).toEqual([{ text: '1,2' }, { text: '1,2' }])
})

test('a converter sees the request through its context', async () => {
  const seen: object[] = []
  class Versions {
    readonly sizes = [9]
    toHub(
      _: object,
      { uid, desiredAPIVersion, value }: { uid: string; desiredAPIVersion: string; value: unknown },
    ) {
      seen.push({ uid, desiredAPIVersion, value })
      return { spec: { sizes: this.sizes } }
    }
    fromHub = () => ({ spec: {} })
  }
  const rig = new ConversionRig([converting(conversionOf(widgetsV2, [spoke(widgetsV1, new Versions())]))], {
    contextOf: ({ headers }) => headers.get('Content-Type'),
  })
  const { response } = await rig.review(reviewOf(V2, widget('v1', 'a', {})))
  expect(seen).toEqual([{ uid: 'u-1', desiredAPIVersion: V2, value: 'application/json' }])
  expect(response.convertedObjects?.[0]).toMatchObject({ spec: { sizes: [9] } })
})

describe('converting', () => {
  const gadgets = (version: string) =>
    defineResource({ group: 'example.com', version, plural: 'gadgets', kind: 'Gadget', namespaced: true })
  const gadgetVersions = conversionOf(gadgets('v2'), [
    spoke(gadgets('v1'), { toHub: object => object, fromHub: object => object }),
  ])

  test('conversions of several kinds share /convert', async () => {
    const rig = new ConversionRig([converting(widgetVersions), converting(gadgetVersions)])
    const gadget = { ...widget('v1', 'g', {}), kind: 'Gadget' }
    const { response } = await rig.review(reviewOf(V2, widget('v1', 'a', { size: 1 }), gadget))
    expect(response.convertedObjects?.map(({ kind }) => kind)).toEqual(['Widget', 'Gadget'])
  })

  test('or a path of their own', async () => {
    const webhooks = [
      converting(widgetVersions, { path: '/crd' }),
      converting(gadgetVersions, { path: '/crd' }),
    ]
    const response = await webhookHandler(webhooks)(new Request('http://webhook/crd', { method: 'POST' }))
    expect(response.status).toBe(400)
    expect(
      (await webhookHandler(webhooks)(new Request('http://webhook/convert', { method: 'POST' }))).status,
    ).toBe(404)
  })

  test('names the hub as its resource', () => {
    expect(converting(widgetVersions)).toMatchObject({
      type: 'conversion',
      path: '/convert',
      resource: widgetsV2,
    })
  })

  test('a kind whose conversion is registered twice is an error', () => {
    const again = () => webhookHandler([converting(widgetVersions), converting(widgetVersions)])
    expect(again).toThrow(new UsageError('the conversion of Widget.example.com is registered twice'))
  })
})

describe('conversionOf refuses', () => {
  const identity = { toHub: (object: object) => object, fromHub: (object: object) => object } as never
  const at = (change: object) => spoke(defineResource({ ...widgetsV1, ...change }), identity)

  test.each([
    ['no spokes', [], 'example.com/v2 Widget has no spokes'],
    ['the version of the hub', [at({ version: 'v2' })], 'the version example.com/v2 Widget occurs twice'],
    ['a version twice', [at({}), at({})], 'the version example.com/v1 Widget occurs twice'],
    [
      'another kind',
      [at({ kind: 'Gadget' })],
      'the spoke example.com/v1 Gadget has another group or kind than its hub, example.com/v2 Widget',
    ],
    [
      'another group',
      [at({ group: 'x.com' })],
      'the spoke x.com/v1 Widget has another group or kind than its hub, example.com/v2 Widget',
    ],
  ])('%s', (_, spokes, message) => {
    expect(() => conversionOf(widgetsV2, spokes)).toThrow(new UsageError(message))
  })
})

test('a long list is converted in slices of at most 100 objects, also where the clock stands still', async () => {
  let pauses = 0
  const clock = Object.assign(new FakeClock(), {
    async yieldToHost() {
      pauses++
    },
  })
  const rig = new ConversionRig([convertingBy(object => object)], { clock })
  const objects = Array.from({ length: 1000 }, (_, index) => widget('v1', `w${index}`, {}))
  const { response } = await rig.review(reviewOf(V2, ...objects))
  expect(response.convertedObjects).toHaveLength(1000)
  // Ten while the list is divided, and ten while it is converted.
  expect(pauses).toBe(20)
})

test.each([
  [
    '"objects" twice',
    (list: string) => `{"request":{"objects":[1],"uid":"u","desiredAPIVersion":"${V2}","objects":${list}}}`,
  ],
  [
    '"request" twice',
    (list: string) => `{"request":{"objects":[]},"request":{"desiredAPIVersion":"${V2}","objects":${list}}}`,
  ],
  [
    'members after the list',
    (list: string) => `{"request":{"objects":${list},"desiredAPIVersion":"${V2}"},"response":{}}`,
  ],
  [
    'escaped names',
    (list: string) => `{"re\\u0071uest":{"desiredAPIVersion":"${V2}","\\u006fbjects":${list}}}`,
  ],
  [
    'white space',
    (list: string) =>
      ` {"request" : {"desiredAPIVersion": "${V2}", "objects" : [ ${list.slice(1, -1)} ] } }\n`,
  ],
])('the objects are those that JSON.parse finds: %s', async (_, body) => {
  const answer = await new ConversionRig().send(body(JSON.stringify([widget('v1', 'a', { size: 1 })])))
  expect(JSON.parse(answer).response.convertedObjects).toEqual([widget('v2', 'a', { sizes: [1] })])
})

test('a list without objects that replaces another one is empty', async () => {
  const answer = await new ConversionRig().send('{"request":{"objects":[{"kind":"Widget"}],"objects":[]}}')
  expect(JSON.parse(answer).response).toEqual({
    uid: '',
    result: { status: 'Success' },
    convertedObjects: [],
  })
})

test('a long list is converted in slices of 4 ms', async () => {
  const pauses: number[] = []
  let called = 0
  let nowMs = 0
  const clock = Object.assign(new FakeClock(), {
    now: () => nowMs,
    async yieldToHost() {
      pauses.push(called)
    },
  })
  const webhook = convertingBy(object => {
    called++
    nowMs += 3
    return object
  })
  const objects = Array.from({ length: 7 }, (_, index) => widget('v1', `w${index}`, {}))
  await new ConversionRig([webhook], { clock }).review(reviewOf(V2, ...objects))
  expect(pauses).toEqual([2, 4, 6])
})
