import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createKubeClient,
  createListWatch,
  defineResource,
  type Fetch,
  type KubernetesObject,
  objectAccess,
  type Row,
  readObject,
  rowAccess,
} from '@kube-informer/core'
import { loadProtobufEncoder, readProtobuf } from '@kube-informer/core/protobuf'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildGoProgram, goBinary } from '../../../tools/kubernetes/go-program.ts'

/** Random objects of each kind. */
const RANDOM = 20

/** An object as Go writes it. */
interface Pair {
  readonly kind: string
  readonly form: string
  readonly protobuf: string
  readonly json: KubernetesObject
}

let missing: string | undefined
beforeAll(() => {
  missing = buildGoProgram('protobuf-pairs')
}, 300_000)

/** Objects of every built-in kind: absent, empty, full, extreme, with times at the epoch, and random ones. */
function pairsOfGo(): readonly Pair[] {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const
  const { stdout } = spawnSync(goBinary('protobuf-pairs'), [`${RANDOM}`], options)
  return stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Pair)
}

describe('protobuf of a kind is written as Go writes it', () => {
  test('byte by byte, for absent and full objects', async ({ skip }) => {
    if (missing) skip(missing)
    const encoder = await loadProtobufEncoder()
    const pairs = pairsOfGo().filter(({ form }) => form === 'absent' || form === 'full')
    for (const { kind, form, protobuf, json } of pairs)
      expect(base64Of(encoder.encode(json)), `${kind}, ${form}`).toBe(protobuf)
    expect(pairs.length).toBeGreaterThan(2 * 150)
  })

  test('so that reading it returns every other object', async ({ skip }) => {
    if (missing) skip(missing)
    const encoder = await loadProtobufEncoder()
    for (const { kind, form, json } of pairsOfGo()) {
      const read = await readProtobuf(encoder.encode(json) ?? new Uint8Array())
      expect(withoutNull(read), `${kind}, ${form}`).toEqual(withoutNull(json))
    }
  })
})

/** JSON may have `null` for a pointer to a zero time, and protobuf has nothing: Go reads both as no pointer. */
const withoutNull = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member: unknown) => member ?? undefined))

const base64Of = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('base64')

describe('protobuf of a kind reads as the JSON that Go writes', () => {
  test('for absent, empty, full, extreme, epoch and random objects of every built-in kind', async ({
    skip,
  }) => {
    if (missing) skip(missing)
    const pairs = pairsOfGo()
    for (const { kind, form, protobuf, json } of pairs)
      expect(await readProtobuf(Buffer.from(protobuf, 'base64')), `${kind}, ${form}`).toEqual(json)
    expect(pairs.length).toBeGreaterThan(150 * (5 + RANDOM))
  })

  test('for the objects that Kubernetes 1.33 to 1.37 have written', async ({ skip }) => {
    if (missing) skip(missing)
    const folder = moduleFolder('k8s.io/api')
    let read = 0
    for (const version of readdirSync(join(folder, 'testdata')))
      for (const path of objectsIn(join(folder, 'testdata', version))) {
        const object = await readProtobuf(readFileSync(`${path}.pb`)).catch(unlessUnknown)
        if (!object) continue
        expect(withoutClaimTypes(object), path).toEqual(JSON.parse(readFileSync(`${path}.json`, 'utf8')))
        read++
      }
    expect(read).toBeGreaterThan(400)
  })
})

describe('a row of a kind reads as the JSON that Go writes', () => {
  test('as an object and at its paths, of every built-in kind that has a name', async ({ skip }) => {
    if (missing) skip(missing)
    const [kinds, unlisted] = [new Set<string>(), new Set<string>()]
    for (const { kind, form, protobuf, json } of pairsOfGo()) {
      if (!json.metadata?.name) continue
      const row = await watchedRow(json, Buffer.from(protobuf, 'base64'))
      if (!row) {
        unlisted.add(kind)
        continue
      }
      expect(readObject(row), `${kind}, ${form}`).toEqual(json)
      for (const path of pathsIn(json))
        expect(rowAccess.readPath(row, path), `${kind}, ${form}: ${path.join('.')}`).toEqual(
          objectAccess.readPath(json, path),
        )
      kinds.add(kind)
    }
    expect(kinds.size).toBeGreaterThan(50)
    // What no server lists has no rows.
    expect(
      [...unlisted].filter(
        kind => !/(Review|Scale|Binding|Eviction|TokenRequest|RangeAllocation)$/.test(kind),
      ),
    ).toEqual([])
  })
})

/** The row of an object that a watch adds; undefined if its kind is requested as JSON. */
async function watchedRow({ kind = '', apiVersion = '' }: KubernetesObject, object: Uint8Array) {
  const [version = '', group = ''] = apiVersion.split('/').toReversed()
  const resource = defineResource({ group, version, kind, plural: kind.toLowerCase(), namespaced: true })
  const fetch: Fetch = async (_, init) => {
    const isProtobuf = new Headers(init?.headers).get('accept')?.includes('protobuf')
    return isProtobuf
      ? new Response(frameOf(object) as Uint8Array<ArrayBuffer>, {
          headers: { 'content-type': 'application/vnd.kubernetes.protobuf;stream=watch' },
        })
      : new Response('', { headers: { 'content-type': 'application/json' } })
  }
  const client = createKubeClient({ baseUrl: 'http://go', fetch })
  const listWatch = createListWatch(client, resource, { form: 'row', trim: [], encoding: 'protobuf' })
  const { signal } = new AbortController()
  for await (const [event] of await listWatch.watch({}, { signal })) return event?.object as Row
  return undefined
}

/** The frame of a watch that has added an object. */
function frameOf(object: Uint8Array): Uint8Array {
  const field = (number: number, content: Uint8Array) =>
    Buffer.concat([Buffer.from([number * 8 + 2, ...varint(content.length)]), content])
  const event = Buffer.concat([field(1, Buffer.from('ADDED')), field(2, field(1, object))])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(event.length)
  return Buffer.concat([length, event])
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]

/** Some paths of the members of an object, without those of arrays. */
const pathsIn = (value: unknown): readonly (readonly string[])[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, member]) => [
        [name],
        ...pathsIn(member)
          .slice(0, 100)
          .map(path => [name, ...path]),
      ])

function moduleFolder(name: string): string {
  const cwd = join(import.meta.dirname, '../../../tools/kubernetes')
  return spawnSync('go', ['list', '-m', '-f', '{{.Dir}}', name], { cwd, encoding: 'utf8' }).stdout.trim()
}

/** The paths, without an extension, of the objects that are there in both encodings. */
const objectsIn = (folder: string): readonly string[] =>
  existsSync(join(folder, 'README.md')) || folder.endsWith('.md')
    ? []
    : readdirSync(folder)
        .filter(file => file.endsWith('.pb') && existsSync(join(folder, file.replace(/pb$/, 'json'))))
        .map(file => join(folder, file.slice(0, -'.pb'.length)))

/** Versions other than v1 and v2 are read as JSON. */
function unlessUnknown(error: Error): undefined {
  if (!error.message.startsWith('no kind')) throw error
}

/** The files were written without a server, which sets the types of claims. */
function withoutClaimTypes<T extends object>(object: T): T {
  const { spec } = object as { readonly spec?: { readonly volumeClaimTemplates?: Record<string, unknown>[] } }
  for (const claim of spec?.volumeClaimTemplates ?? []) {
    delete claim.kind
    delete claim.apiVersion
  }
  return object
}
