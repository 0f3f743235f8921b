import { rmSync, symlinkSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { crd } from '../test/crds.ts'
import { TestHost } from '../test/test-host.ts'

const WIDGETS = stringify(crd())

/** Starts the command with --watch; `runs` tells how often it has run. */
function start(host: TestHost, ...inputs: string[]) {
  const done = host.run('--out', 'gen', '--watch', ...inputs)
  const lines = () => host.output.split('\n').filter(line => /written/.test(line))
  const settled = async (count: number) => {
    await vi.waitFor(() => expect(lines()).toHaveLength(count))
    return lines().at(-1)
  }
  return { done, lines, settled }
}

test('it runs now and after each change, and ends with 0', async () => {
  const host = new TestHost()
  host.write('crds/a.yaml', WIDGETS)
  const { done, settled } = start(host, 'crds')
  expect(await settled(1)).toBe('1 resource, 1 file, 1 written')
  host.write('crds/b.yaml', WIDGETS.replaceAll('widgets', 'gadgets'))
  host.change('crds', 'b.yaml')
  await host.clock.advance(100)
  expect(await settled(2)).toBe('2 resources, 2 files, 1 written')
  host.end()
  expect((await done).code).toBe(0)
  expect([...host.watched.values()].map(listeners => listeners.size)).toEqual([0, 0])
})

test('changes within 100 ms cause one run; other files cause none', async () => {
  const host = new TestHost()
  host.write('crds/a.yaml', WIDGETS)
  const { settled, lines } = start(host, 'crds')
  await settled(1)
  const listeners = [...(host.watched.get('crds') ?? [])]
  for (const name of ['.a.yaml.swp', 'gen', 'notes.txt']) host.change('crds', name)
  await host.clock.advance(1000)
  // A run would have replaced them.
  expect([...(host.watched.get('crds') ?? [])]).toEqual(listeners)
  expect(listeners).toHaveLength(1)
  host.change('crds', 'a.yaml')
  await host.clock.advance(50)
  host.change('crds', 'a.yaml')
  await host.clock.advance(49)
  expect(lines()).toHaveLength(1)
  await host.clock.advance(1)
  await settled(2)
})

test('a problem is printed, and the next change is awaited', async () => {
  const host = new TestHost()
  host.write('a.yaml', WIDGETS)
  const { settled } = start(host, 'a.yaml')
  await settled(1)
  host.write('a.yaml', '{')
  host.change('.', 'a.yaml')
  await host.clock.advance(100)
  expect(await settled(2)).toBe('kube-informer-codegen: 1 problem, nothing written')
  // An editor may remove a file before it writes the new one.
  rmSync(host.path('a.yaml'))
  host.change('.', 'a.yaml')
  await host.clock.advance(100)
  await settled(3)
  expect(host.stderr).toContain('a.yaml: no such file or folder')
  host.write('a.yaml', WIDGETS)
  host.change('.', undefined)
  await host.clock.advance(100)
  expect(await settled(4)).toBe('1 resource, 1 file, 0 written')
})

test('while an input is missing, only the next part of its path matters', async () => {
  const host = new TestHost()
  const { settled } = start(host, 'crds/more')
  await settled(1)
  const listeners = [...(host.watched.get('.') ?? [])]
  for (const name of ['build.log', 'more']) host.change('.', name)
  await host.clock.advance(1000)
  // A run would have replaced them.
  expect([...(host.watched.get('.') ?? [])]).toEqual(listeners)
  host.write('crds/more/a.yaml', WIDGETS)
  host.change('.', 'crds')
  await host.clock.advance(100)
  expect(await settled(2)).toBe('1 resource, 1 file, 1 written')
})

test('a file behind a link, and a folder that is missing at first', async () => {
  const host = new TestHost()
  host.write('real/a.yaml', WIDGETS)
  symlinkSync(host.path('real/a.yaml'), host.path('a.yaml'))
  const { settled } = start(host, 'a.yaml', 'crds/more')
  await settled(1)
  host.write('crds/more/b.yaml', WIDGETS.replaceAll('widgets', 'gadgets'))
  host.change('.', 'crds')
  await host.clock.advance(100)
  expect(await settled(2)).toBe('2 resources, 2 files, 2 written')
  host.change('real', 'a.yaml')
  await host.clock.advance(100)
  await settled(3)
})
