import { generatePods } from '@kube-informer/testing'
import { createElement } from 'react'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { measure } from './measure.ts'
import { PodList } from './pod-list.ts'

/** The floor: renders an array. */
export async function run(setup: Setup): Promise<Sample> {
  const pods = [...generatePods({ count: Number(setup.count), seed: 1 })]
  return measure(setup, () => createElement(PodList, { pods }))
}
