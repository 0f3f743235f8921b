import { expect, test } from 'vitest'
import { kubeInformer } from './kube-informer.ts'
import { PROBES, type Probe, runProbe } from './probes.ts'

const probe = (id: string): Probe => {
  const found = PROBES[id]
  if (!found) throw new Error(`no probe ${id}`)
  return found
}

test.each([
  ['2', 'yes'],
  ['10', '5000'],
])('probe %s of kube-informer returns: %s', async (id, seen) => {
  expect(await runProbe(probe(id), kubeInformer)).toBe(seen)
})
