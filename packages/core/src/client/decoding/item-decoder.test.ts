import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UsageError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { defineResource } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import { createScanner } from '../../json/create-scanner.ts'
import { PlainScanner } from '../../json/plain-scanner.ts'
import type { Scanner } from '../../json/scanner.ts'
import { readObject, rowAccess } from '../../row/read-row.ts'
import { type ItemDecoder, objectDecoder, rowDecoder } from './item-decoder.ts'
import { readWatch } from './watch-stream.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const encoder = new TextEncoder()

const scanners = [createScanner({ size: 65_536, remembers: true }), new PlainScanner(65_536)]

function decodeText<T>(
  decoder: ItemDecoder<T>,
  text: string,
  scanner: Scanner = createScanner({ size: 65_536, remembers: true }),
): T {
  scanner.reset()
  const bytes = encoder.encode(text)
  scanner.bytes.set(bytes, scanner.base)
  scanner.scan(scanner.base, scanner.base + bytes.length, decoder.depth, 0)
  return decoder.decode(scanner, scanner.offsets, 0)
}

const frame = (name: string, resourceVersion: number) => {
  const metadata = { name, namespace: 'default', uid: name, resourceVersion: String(resourceVersion) }
  const object = { kind: 'Pod', apiVersion: 'v1', metadata, spec: { note: 'x'.repeat(1_000) } }
  return `${JSON.stringify({ type: 'MODIFIED', object })}\n`
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const IDENTITY = [
  'kind',
  'apiVersion',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'metadata.resourceVersion',
]

/** A reference implementation of `trim`. */
function trimmed(object: Json, path: readonly string[]): void {
  const [step, ...rest] = path
  if (step === undefined || !isObject(object)) return
  if (rest.length === 0) delete object[step]
  else if (Object.hasOwn(object, step)) trimmed(object[step] ?? null, rest)
}

/** A reference implementation of `pick`. */
function picked(object: Json, paths: readonly (readonly string[])[]): Json {
  if (!isObject(object) || paths.some(path => path.length === 0)) return object
  const kept: [string, Json][] = []
  for (const [key, value] of Object.entries(object)) {
    const below = paths.filter(path => path[0] === key).map(path => path.slice(1))
    if (below.length === 0) continue
    const whole = below.some(path => path.length === 0)
    kept.push([key, whole ? value : picked(value, below)])
  }
  return fromEntries(kept)
}

/** An object literal cannot define an own `__proto__`. */
const fromEntries = (entries: readonly (readonly [string, Json])[]): { [key: string]: Json } =>
  JSON.parse(`{${entries.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join()}}`)

const key = fc.constantFrom('a', 'b', 'c', 'metadata', 'name', 'spec', '__proto__', 'ö', 'x"y', '\\')
const tree = fc.letrec<{ value: Json; object: Json }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(
      null,
      true,
      0,
      1.5e3,
      'te"x\\t',
      '{[,]}',
      '',
      'größe 🐳',
      'a text that is long enough to be shared',
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 5 })
    .map(entries => fromEntries(entries as [string, Json][])),
}))
const objects = fc
  .tuple(tree.object, fc.string({ minLength: 1 }), fc.boolean(), fc.boolean())
  .map(([object, name, typed, first]) => {
    const metadata = { uid: 'u-1', name, resourceVersion: '7', namespace: 'größe' }
    const { metadata: other, ...rest } = object as { [key: string]: Json }
    const own = fromEntries([...Object.entries(isObject(other) ? other : {}), ...Object.entries(metadata)])
    const type: [string, Json][] = typed
      ? [
          ['kind', 'Pod'],
          ['apiVersion', 'v1'],
        ]
      : []
    const members: [string, Json][] = [...type, ...Object.entries(rest)]
    return fromEntries(first ? [['metadata', own], ...members] : [...members, ['metadata', own]])
  })
const path = fc.array(key, { minLength: 1, maxLength: 3 })
const escaped = (steps: readonly string[]): string =>
  steps.map(step => step.replaceAll('\\', '\\\\')).join('.')
const paths = fc.array(
  path.filter(steps => !steps.some(step => step.includes('\\'))),
  { maxLength: 4 },
)
const isIdentity = (steps: readonly string[]): boolean =>
  IDENTITY.some(one => one === steps.join('.') || one.startsWith(`${steps.join('.')}.`))

describe.each([0, 1])('decoding with scanner %i', which => {
  const scanner = scanners[which]

  test('equals the parsed object with kind and apiVersion, without trimmed paths', () => {
    fc.assert(
      fc.property(objects, paths, fc.constantFrom(0, 2), fc.boolean(), (object, trims, indent, share) => {
        const trim = trims.filter(steps => !isIdentity(steps)).map(escaped)
        const text = JSON.stringify(object, null, indent)
        const expected = JSON.parse(text) as { [key: string]: Json }
        for (const one of trim) trimmed(expected, one.split('.'))
        const typed = Object.hasOwn(expected, 'kind')
          ? expected
          : fromEntries([['kind', 'Pod'], ['apiVersion', 'v1'], ...Object.entries(expected)])
        const decoder = objectDecoder(pods, { trim, share })
        // Three times: parts are shared from the second occurrence on.
        for (let i = 0; i < 3; i++) {
          expect(JSON.stringify(decodeText(decoder, text, scanner))).toBe(JSON.stringify(typed))
        }
        const row = decodeText(rowDecoder(pods, { trim }), text, scanner)
        expect(JSON.stringify(readObject(row))).toBe(JSON.stringify(typed))
        const { name, namespace, uid, resourceVersion } = typed.metadata as { [key: string]: string }
        expect(row).toMatchObject({ name, namespace, uid, resourceVersion, key: `${namespace}/${name}` })
      }),
      { numRuns: 1_000 },
    )
  })

  test('equals the parsed object without trimmed and unpicked paths', () => {
    fc.assert(
      fc.property(objects, paths, paths, fc.constantFrom(0, 2), (object, picks, trims, indent) => {
        const pick = picks.map(escaped)
        const trim = trims.filter(steps => !isIdentity(steps)).map(escaped)
        const text = JSON.stringify(object, null, indent)
        const whole = JSON.parse(text) as Json
        for (const one of trim) trimmed(whole, one.split('.'))
        const all = [...picks, ...IDENTITY.map(one => one.split('.'))]
        const expected = picked(whole, all) as { [key: string]: Json }
        const decoder = objectDecoder(pods, { trim, pick, share: true })
        for (let i = 0; i < 3; i++) {
          const decoded = decodeText(decoder, text, scanner)
          expect(decoded).toEqual({ kind: 'Pod', apiVersion: 'v1', ...expected })
        }
      }),
      { numRuns: 1_000 },
    )
  })
})

test('a path that is too long is rejected at once', () => {
  expect(() => objectDecoder(pods, { trim: [Array.from({ length: 17 }, () => 'a').join('.')] })).toThrow(
    UsageError,
  )
})

test('identifying members can be neither trimmed nor omitted', () => {
  const object = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'b', uid: 'c', resourceVersion: '1' },
  }
  const options = { trim: ['metadata.name', 'kind', 'metadata.uid', 'metadata'], pick: ['spec'] }
  expect(decodeText(objectDecoder(pods, options), JSON.stringify(object))).toEqual(object)
  const more = { ...object, metadata: { ...object.metadata, labels: { a: 'b' } }, spec: { c: 1 } }
  const bare = decodeText(objectDecoder(pods, { trim: ['metadata'] }), JSON.stringify(more))
  expect(bare).toEqual({ ...object, spec: { c: 1 } })
})

test.each([{ a: 1, b: 2 }, [{ a: 1 }], 'text'])(
  'trimming below what is not picked keeps nothing of it: %j',
  spec => {
    const object = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' }, spec, status: { c: 3, d: 4 } }
    const options = { trim: ['spec.a', 'status.d'], pick: ['status'] }
    const decoded = decodeText(objectDecoder(pods, options), JSON.stringify(object))
    expect(decoded).toEqual({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' }, status: { c: 3 } })
  },
)

test('an object with all members cut is empty', () => {
  expect(decodeText(objectDecoder(pods, { trim: ['spec'] }), '{"spec":{"a":1}}')).toEqual({})
  expect(decodeText(objectDecoder(pods, { pick: ['spec'] }), '{"status":{},"x":[1]}')).toEqual({})
})

describe('sharing', () => {
  const pod = (name: string, image: string): string =>
    JSON.stringify({
      metadata: { name, labels: { app: 'web', tier: 'frontend', track: 'stable' } },
      spec: { containers: [{ name: 'web', image }], nodeName: name },
    })
  type Pod = KubernetesObject & { spec: { containers: { image: string }[]; nodeName: string } }

  test('equal parts of different objects are the same frozen value', () => {
    const scanner = createScanner({ size: 65_536, remembers: true })
    const decoder = objectDecoder(pods, { share: true })
    const [, , , third, fourth, other] = ['a', 'b', 'c', 'd', 'e', 'f'].map(name =>
      decodeText(
        decoder,
        pod(name, name === 'f' ? 'registry.example/web:2' : 'registry.example/web:1'),
        scanner,
      ),
    ) as Pod[]
    expect(fourth?.spec.containers).toBe(third?.spec.containers)
    expect(fourth?.metadata?.labels).toBe(third?.metadata?.labels)
    expect(fourth?.spec).not.toBe(third?.spec)
    expect(other?.spec.containers[0]?.image).toBe('registry.example/web:2')
    expect(() => Object.assign(fourth?.spec.containers[0] ?? {}, { image: 'x' })).toThrow(TypeError)
    expect(structuredClone(fourth)).toEqual({
      kind: 'Pod',
      apiVersion: 'v1',
      ...JSON.parse(pod('e', 'registry.example/web:1')),
    })
  })

  test('lookups stop for a key whose values never repeat', () => {
    const scanner = createScanner({ size: 65_536, remembers: true })
    const decoder = objectDecoder(pods, { share: true })
    let lookUps = 0
    const { remember } = scanner
    Object.assign(scanner, {
      remember: (from: number, length: number) => {
        // Keys, including their quotes, are short.
        if (length > 32) lookUps++
        return remember(from, length)
      },
    })
    for (let i = 0; i < 5_000; i++) {
      decodeText(
        decoder,
        JSON.stringify({ status: { conditions: [{ since: `${i}`, message: 'x'.repeat(40) }] } }),
        scanner,
      )
    }
    expect(lookUps).toBeLessThan(1_100)
  })

  test('an invalid part is an error at every occurrence', () => {
    const scanner = createScanner({ size: 65_536, remembers: true })
    const decoder = objectDecoder(pods, { share: true })
    const text = '{"metadata":{"name":"x"},"spec":{"part":{"a":nothing that is JSON at all, nowhere}}}'
    for (let i = 0; i < 4; i++) expect(() => decodeText(decoder, text, scanner)).toThrow(/JSON/)
    expect(decodeText(decoder, '{"spec":{}}', scanner)).toMatchObject({ spec: {} })
  })

  test('a duplicate part in hostile text is not restored at another path', () => {
    const scanner = createScanner({ size: 65_536, remembers: true })
    const decoder = objectDecoder(pods, { share: true })
    const value = '{"a":"something that is long enough to be shared"}'
    const text = `{"metadata":{"name":"x"},"spec":{"part":${value}},"spec":{"other":1}}`
    for (let i = 0; i < 4; i++) {
      expect(decodeText(decoder, text, scanner)).toEqual({
        kind: 'Pod',
        apiVersion: 'v1',
        ...JSON.parse(text),
      })
    }
    const proto = `{"__proto__":{"__proto__":${value}},"metadata":{"name":"x"}}`
    for (let i = 0; i < 4; i++) {
      const decoded = decodeText(decoder, proto, scanner)
      expect(JSON.stringify(decoded)).toBe(`{"kind":"Pod","apiVersion":"v1",${proto.slice(1)}`)
      expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype)
    }
  })
})

describe('rows', () => {
  test.each([
    ['no metadata', '{"kind":"Pod"}'],
    ['no name', '{"metadata":{"namespace":"a"}}'],
    ['a name that is no string', '{"metadata":{"name":17}}'],
    ['metadata that is no object', '{"metadata":[{"name":"a"}]}'],
  ])('%s is an error', (_, text) => {
    expect(() => decodeText(rowDecoder(pods), text)).toThrow(
      /without metadata.name|metadata.name is not a string/,
    )
  })

  test('the last of duplicate members applies, as with JSON.parse', () => {
    const row = decodeText(
      rowDecoder(pods),
      '{"kind":"Table","metadata":{"name":"a","uid":"1","name":"b"},"kind":"Pod"}',
    )
    expect([row.name, row.uid]).toEqual(['b', '1'])
    expect(readObject(row)).toEqual({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'b', uid: '1' } })
    expect(rowAccess.readPath(row, ['kind'])).toBe('Pod')
  })

  test('a name with escapes is decoded as by JSON.parse', () => {
    const text = '{"metadata":{"name":"a\\u0062\\"c","namespace":"n"}}'
    expect(decodeText(rowDecoder(pods), text)).toMatchObject({ name: 'ab"c', key: 'n/ab"c' })
  })

  test('a row retains its own text, but not the network read', async () => {
    let reads = 0
    const body = new ReadableStream<Uint8Array>({
      pull: controller => {
        if (reads++ === 400) return controller.close()
        // One Pod that does not change again, and sixty events of another.
        const noise = Array.from({ length: 60 }, () => frame('noise', reads)).join('')
        controller.enqueue(encoder.encode(frame(`quiet-${reads}`, reads) + noise))
      },
    })
    const kept = new Map<string, Row>()
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for await (const events of readWatch(body, { decoder: rowDecoder(pods) })) {
      for (const { type, object } of events) if (type === 'MODIFIED') kept.set(object.key, object)
    }
    collectGarbage()
    // 401 rows of about one kilobyte; the network reads were 26 MB.
    expect(kept.size).toBe(401)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000)
  })

  test('the key of a row does not retain the row', () => {
    const nodes = defineResource({
      group: '',
      version: 'v1',
      plural: 'nodes',
      kind: 'Node',
      namespaced: false,
    })
    const decoder = rowDecoder(nodes)
    const scanner = createScanner({ size: 65_536, remembers: false })
    const keys = new Set<string>()
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < 4_000; i++) {
      const metadata = { name: `a-node-with-a-long-name-${i % 2_000}`, uid: 'u', resourceVersion: String(i) }
      const spec = { note: 'x'.repeat(4_000) }
      const text = JSON.stringify({ kind: 'Node', apiVersion: 'v1', metadata, spec })
      keys.add(decodeText(decoder, text, scanner).key)
    }
    collectGarbage()
    expect(keys.size).toBe(2_000)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000)
  })
})
