import { FakeClock } from '@kube-informer/testing'
import { expect, it } from 'vitest'
import { hostRig } from '../../test/host-rig.ts'
import { createTestServer } from '../../test/informers.ts'
import { hasPatternEngine, loadPatternEngine } from '../query/pattern-engine.ts'

it('a slice waits for the code of `matches`, and shows the rows then', async () => {
  const clock = new FakeClock()
  const { open } = hostRig({ clock, server: createTestServer({ clock }) })
  const page = open()
  page.subscribe(1, {
    resource: 'pods',
    slice: { filter: { where: { path: 'metadata.name', matches: '^[ab]$' } } },
  })
  page.subscribe(2, {
    resource: 'pods',
    slice: { filter: { where: { path: 'metadata.name', matches: '(?=a)' } } },
  })
  expect(hasPatternEngine()).toBe(false)
  await loadPatternEngine()
  await clock.advance(1_000)
  expect(page.shows(1)?.rows).toHaveLength(2)
  expect(page.shows(2)?.status?.error?.message).toMatch(/^filter\.where\.matches: .* at character 2$/)
})
