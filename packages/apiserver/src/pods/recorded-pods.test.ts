import { expect, test } from 'vitest'
import { generatePods } from './generate.ts'

// Pages, pictures and benchmarks of different versions show the same.
test('a seed gives the recorded Pods', async () => {
  const pods = generatePods({ count: 400, seed: 5, apps: 7, namespaces: 3, nodes: 4 })
  const [first, ...others] = pods.map(pod => JSON.stringify(pod, null, 1))
  expect(others.every(text => text !== first)).toBe(true)
  await expect(`${first}\n`).toMatchFileSnapshot('recorded-pod.txt')
  const table = pods.map(({ metadata, spec, status }) =>
    [
      ...[
        metadata.namespace,
        metadata.name,
        metadata.uid,
        metadata.creationTimestamp,
        spec?.nodeName,
        status?.podIP,
      ],
      ...[
        status?.phase,
        ...(status?.containerStatuses ?? []).map(({ ready, restartCount }) => `${ready}/${restartCount}`),
      ],
    ].join(' '),
  )
  await expect(`${table.slice(0, 60).join('\n')}\n`).toMatchFileSnapshot('recorded-pods.txt')
})
