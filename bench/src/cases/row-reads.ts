import type { Row } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { medianLap } from '../support/measure/median-lap.ts'
import { expectCount } from '../support/measure/operations.ts'
import { inProtobuf } from '../support/pods/in-protobuf.ts'
import { parseTexts } from '../support/pods/parse-texts.ts'
import { serverOf } from '../support/pods/requests.ts'
import { servePodsInBothEncodings } from '../support/servers.ts'

const common = {
  metrics: [
    { key: 'cpuMs', unit: 'CPU ms', digits: 1 },
    { key: 'ms', unit: 'ms', digits: 1 },
  ],
  setup: { count: 10_000, passes: 15 },
  smoke: { count: 500, passes: 1 },
  start: servePodsInBothEncodings,
  extra: true,
} as const

const index: Contender = { name: 'rows', run: addIndexes }
const read: Contender = { name: 'readObject', run: readAll }

/** An index that is added to a cache of rows: one value is read of each. */
export const pathIndex: BenchCase = {
  ...common,
  name: 'path-index',
  description: 'an index by spec.nodeName, added to a cache of {count} realistic Pods',
  contenders: [{ ...index, floor: true }, inProtobuf(index)],
}

/** Each row is decoded once. */
export const readObjects: BenchCase = {
  ...common,
  name: 'read-object',
  description: '{count} realistic Pods without managedFields are decoded, one after another',
  contenders: [
    {
      name: 'JSON.parse of the text of each Pod',
      run: parseTexts,
      floor: true,
    },
    read,
    inProtobuf(read),
  ],
}

/** Each pass adds another index. */
async function addIndexes(setup: Setup): Promise<Sample> {
  const { versionedPods } = await import('../support/pods/wire.ts')
  const { byPath, Indexer, rowAccess } = await import('@kube-informer/core')
  const indexer = new Indexer<Row<Pod>>({ access: rowAccess, keyFunction: row => row.key })
  indexer.replace(await listRows(setup), '')
  const sample = await medianLap(Number(setup.passes), async pass => {
    indexer.addIndexers({ [`node-${pass}`]: byPath('spec.nodeName') })
  })
  const nodes = new Set([...versionedPods(setup)].map(({ spec }) => spec?.nodeName))
  const indexed = indexer.listIndexFuncValues('node-0').length
  if (indexed !== nodes.size) throw new Error(`${indexed} nodes instead of ${nodes.size}`)
  return sample
}

/** Decodes every row, and retains none of the objects. */
async function readAll(setup: Setup): Promise<Sample> {
  const { readObject } = await import('@kube-informer/core')
  const rows = await listRows(setup)
  return medianLap(Number(setup.passes), async () => {
    let named = 0
    for (const row of rows) if (readObject(row).metadata.name) named++
    expectCount('Pods', named, Number(setup.count))
  })
}

/** The Pods of the server, as they are cached. */
async function listRows(setup: Setup): Promise<readonly Row<Pod>[]> {
  const { expectEncoding } = await import('../support/pods/check.ts')
  const { createKubeClient, createListWatch } = await import('@kube-informer/core')
  const { pods } = await import('@kube-informer/testing')
  const encoding = setup.protobuf ? 'protobuf' : 'json'
  const client = createKubeClient({ baseUrl: serverOf(setup), encoding })
  const { signal } = new AbortController()
  const { items } = await createListWatch(client, pods, { form: 'row' }).list({}, { signal })
  expectEncoding(items, setup)
  if (items.length !== setup.count) throw new Error(`${items.length} rows`)
  return items
}
