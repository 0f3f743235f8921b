import type { BenchCase, Contender } from '../bench-case.ts'

const module = (name: string) => new URL(`./${name}.ts`, import.meta.url).href

const at = (megabytes: number): Contender => ({
  name: `a list with one item of ${megabytes} MB`,
  module: module('list'),
  setup: { megabytes },
})

/**
 * Whether the cost of reading an item is proportional to its size. Every second byte of the item is a comma that the scanner
 * records, which is the most that JSON allows; the largest item has half the size at which the client gives up. The result is
 * the CPU time of each megabyte, so that ratios near 1 mean linear cost.
 */
export const denseItems: BenchCase = {
  name: 'dense-items',
  extra: true,
  description: 'items of 4 to 32 MB in which every second byte is a comma: the CPU time of each megabyte',
  metrics: [
    { key: 'cpuMsPerMegabyte', unit: 'CPU ms/MB', digits: 2 },
    { key: 'msPerMegabyte', unit: 'ms/MB', digits: 2 },
    { key: 'ms', unit: 'ms', digits: 0 },
  ],
  setup: { warmUps: 1 },
  smoke: { scale: 0.01 },
  contenders: [{ ...at(4), floor: true }, at(8), at(16), at(32)],
}
