import { deepStrictEqual } from 'node:assert'
import { type KubernetesObject, ProtocolError, type Row, type WatchEvent } from '@kube-informer/core'
import { generatePods, pods } from '@kube-informer/testing'
import fc from 'fast-check'
import {
  type ItemDecoder,
  objectDecoder,
  rowDecoder,
} from '../../packages/core/src/client/decoding/item-decoder.ts'
import { ListParser } from '../../packages/core/src/client/decoding/list-parser.ts'
import { WatchParser } from '../../packages/core/src/client/decoding/watch-parser.ts'
import { PlainScanner } from '../../packages/core/src/json/plain-scanner.ts'
import { ScanStream } from '../../packages/core/src/json/scan-stream.ts'
import { contentOf } from '../../packages/core/src/row/read-body.ts'
import { inPieces } from '../../packages/core/src/test/corruption.ts'
import { expectPlain, type FuzzTarget, fuzzTarget, outcome } from './check.ts'
import { mutated, pieces } from './mutations.ts'

const isDocumented = (error: unknown): boolean => error instanceof ProtocolError

interface Input {
  readonly bytes: Uint8Array
  readonly sizes: readonly number[]
  readonly form: 'objects' | 'trimmed' | 'rows'
}

const form = fc.constantFrom('objects' as const, 'trimmed' as const, 'rows' as const)
const encoder = new TextEncoder()
const objects = fc
  .record({ count: fc.integer({ min: 0, max: 3 }), seed: fc.nat(1_000) })
  .map(options => generatePods(options))

const lists = objects.map(items =>
  encoder.encode(
    JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items }),
  ),
)
const watches = objects.map(items =>
  encoder.encode(items.map(object => `${JSON.stringify({ type: 'ADDED', object })}\n`).join('')),
)

const decoderOf = (of: Input['form']): ItemDecoder<unknown> =>
  of === 'rows'
    ? rowDecoder(pods, { trim: ['metadata.managedFields', 'spec'] })
    : objectDecoder(pods, {
        trim: of === 'trimmed' ? ['metadata.managedFields', 'spec'] : [],
        share: of === 'trimmed',
      })

function readList({ bytes, sizes, form: of }: Input): {
  readonly items: unknown[]
  readonly envelope: unknown
} {
  const parser = new ListParser(decoderOf(of))
  const items: unknown[] = []
  try {
    for (const piece of inPieces(bytes, sizes)) parser.push(piece, items)
    return { envelope: parser.end(), items: items.map(shown) }
  } finally {
    parser.close()
  }
}

function readWatch({ bytes, sizes, form: of }: Input): unknown[] {
  const parser = new WatchParser({ decoder: decoderOf(of) })
  const events: WatchEvent<unknown>[] = []
  try {
    for (const piece of inPieces(bytes, sizes)) parser.push(piece, events)
    return events.map(event => ({ ...event, object: shown(event.object) }))
  } finally {
    parser.close()
  }
}

/** A row as its members. */
function shown(item: unknown): unknown {
  const { key, name, uid, resourceVersion, body } = item as Row
  return body === undefined || key === undefined
    ? item
    : { key, name, uid, resourceVersion, text: contentOf(body) }
}

/** Runs an action with the scanner for hosts without WebAssembly. Scanners are pooled: those of the other form are left out. */
function withoutWebAssembly<T>(action: () => T): T {
  const { WebAssembly: host } = globalThis
  const drain = (isWanted: (scanner: object) => boolean) => {
    for (const remembers of [true, false])
      while (!isWanted(new ScanStream({ limit: 0, stop: 0, what: '', remembers }).scanner)) {}
  }
  Reflect.deleteProperty(globalThis, 'WebAssembly')
  try {
    drain(scanner => scanner instanceof PlainScanner)
    return action()
  } finally {
    globalThis.WebAssembly = host
    drain(scanner => !(scanner instanceof PlainScanner))
  }
}

/** Both scanners lead to the same result, and it is what JSON.parse reads. */
function expectSame<T>(read: () => T): T | undefined {
  const fast = outcome(read, isDocumented)
  deepStrictEqual(
    withoutWebAssembly(() => outcome(read, isDocumented)),
    fast,
  )
  if (!('value' in fast)) return undefined
  expectPlain(fast.value)
  return fast.value
}

const input = (valid: fc.Arbitrary<Uint8Array>) => (): fc.Arbitrary<Input> =>
  fc.record({ bytes: mutated(valid), sizes: pieces, form })

export const jsonList: FuzzTarget = fuzzTarget<Input>({
  name: 'json-list',
  runs: 300,
  inputs: input(lists),
  run: given => {
    const result = expectSame(() => readList(given))
    const whole = result && given.form === 'objects' ? itemsOf(given.bytes) : undefined
    if (whole) deepStrictEqual(result?.items, whole)
  },
})

/** The items of a list as JSON.parse reads them; undefined if it is not JSON, or `items` may occur twice. */
function itemsOf(bytes: Uint8Array): readonly unknown[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (text.split('items"').length !== 2 || text.includes('\\u')) return undefined
    const { items } = JSON.parse(text) as { items: readonly KubernetesObject[] }
    return items.map(item => JSON.parse(withType(JSON.stringify(item))))
  } catch {
    return undefined
  }
}

/** The text of an item with the kind and apiVersion that the list has for it. */
function withType(text: string): string {
  const own = JSON.parse(text) as object
  const type = { kind: 'Pod', apiVersion: 'v1' }
  const missing = Object.entries(type).filter(([name]) => !Object.hasOwn(own, name))
  const members = missing.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return Object.keys(own).length === 0 ? text : `{${[...members, text.slice(1)].join()}`
}

export const jsonWatch: FuzzTarget = fuzzTarget<Input>({
  name: 'json-watch',
  runs: 300,
  inputs: input(watches),
  run: given => void expectSame(() => readWatch(given)),
})
