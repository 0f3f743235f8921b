import { byPath, Indexer, type Row, rowAccess } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { versionedPods } from '../pods/wire.ts'
import { medianLap } from '../where/median-lap.ts'
import { listRows } from './rows.ts'

/** Each pass adds another index. */
export async function run(setup: Setup): Promise<Sample> {
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
