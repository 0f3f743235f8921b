import {
  type KubernetesObject,
  ProtocolError,
  type Row,
  type Status,
  type WatchEvent,
} from '@kube-informer/core'
import { loadProtobufEncoder, type ProtobufEncoder } from '@kube-informer/core/protobuf'
import { generatePods, pods } from '@kube-informer/testing'
import fc from 'fast-check'
import { readObject, table } from '../../packages/core/src/protobuf/every-kind.ts'
import { loadParsers } from '../../packages/core/src/protobuf/load-parsers.ts'
import type { ProtobufModule } from '../../packages/core/src/protobuf/load-protobuf.ts'
import { readObject as readRow } from '../../packages/core/src/row/read-row.ts'
import { concat, inPieces } from '../../packages/core/src/test/corruption.ts'
import { expectPlain, type FuzzTarget, fuzzTarget, outcome } from './check.ts'
import { mutated, pieces } from './mutations.ts'

const isDocumented = (error: unknown): boolean => error instanceof ProtocolError

let encoder: ProtobufEncoder
let rows: ProtobufModule

async function prepare(): Promise<void> {
  encoder = await loadProtobufEncoder()
  rows = await loadParsers()
  await rows.loadOtherGroups()
}

const EMPTY = new Uint8Array()
const pods$ = fc
  .record({ count: fc.integer({ min: 0, max: 3 }), seed: fc.nat(1_000) })
  .map(options => generatePods(options) as readonly KubernetesObject[])

const others = fc.constantFrom<KubernetesObject>(
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      replicas: 1,
      strategy: { rollingUpdate: { maxSurge: '25%' } },
      template: { spec: { containers: [] } },
    },
  } as KubernetesObject,
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { a: 'Yg==' } } as KubernetesObject,
  {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    code: 410,
    reason: 'Expired',
  } as unknown as KubernetesObject,
)

const listOf = (items: readonly KubernetesObject[]): Uint8Array =>
  encoder.encode({
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '7' },
    items,
  } as KubernetesObject) ?? EMPTY

export const protobufObject: FuzzTarget = fuzzTarget<Uint8Array>({
  name: 'protobuf-object',
  runs: 300,
  prepare,
  inputs: () =>
    mutated(
      fc.oneof(
        pods$.map(listOf),
        others.map(object => encoder.encode(object) ?? EMPTY),
      ),
    ),
  run: bytes => {
    const result = outcome(() => readObject(table, bytes), isDocumented)
    if ('value' in result) expectPlain(result.value)
  },
})

interface Input {
  readonly bytes: Uint8Array
  readonly sizes: readonly number[]
}

export const protobufList: FuzzTarget = fuzzTarget<Input>({
  name: 'protobuf-list',
  runs: 300,
  prepare,
  inputs: () => fc.record({ bytes: mutated(pods$.map(listOf)), sizes: pieces }),
  run: ({ bytes, sizes }) => {
    const read = (each: readonly number[]) => outcome(() => readRows(bytes, each), isDocumented)
    const result = read(sizes)
    if ('value' in result) result.value.forEach(expectReadable)
    // However the bytes arrive, they are accepted or not.
    if ('value' in read([bytes.length + 1]) !== 'value' in result)
      throw new Error('the pieces change the result')
  },
})

function readRows(bytes: Uint8Array, sizes: readonly number[]): readonly Row[] {
  const parser = rows.listParser<KubernetesObject>({ shape: pods, wanted: {} })
  const items: Row[] = []
  try {
    for (const piece of inPieces(bytes, sizes)) parser.push(piece.slice(), items)
    parser.end()
    return items
  } finally {
    parser.close()
  }
}

function expectReadable(row: Row): void {
  const result = outcome(() => readRow(row), isDocumented)
  if ('value' in result) expectPlain(result.value)
}

export const protobufWatch: FuzzTarget = fuzzTarget<Input>({
  name: 'protobuf-watch',
  runs: 300,
  prepare,
  inputs: () => {
    const frames = pods$.map(objects =>
      concat(objects.map(object => encoder.encodeEvent('ADDED', object) ?? EMPTY)),
    )
    return fc.record({ bytes: mutated(frames), sizes: pieces })
  },
  run: ({ bytes, sizes }) => {
    const parser = rows.watchParser<KubernetesObject>({ shape: pods, wanted: {} }, () => ({}) as Status)
    const events: WatchEvent<Row>[] = []
    try {
      outcome(() => {
        for (const piece of inPieces(bytes, sizes)) parser.push(piece.slice(), events as never)
      }, isDocumented)
    } finally {
      parser.close()
    }
    for (const { type, object } of events) if (type !== 'ERROR' && type !== 'BOOKMARK') expectReadable(object)
  },
})
