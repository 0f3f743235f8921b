import { expect, test } from 'vitest'
import { loadedEntries } from './entries.ts'

const targetsOf = (name: string) => loadedEntries().find(entry => entry.name === name)?.targets

test('an entry is for all runtimes, for servers, for one, or for none with versions', () => {
  expect(targetsOf('@kube-informer/core')).toContain('safari')
  expect(targetsOf('@kube-informer/relay/node')).toEqual(['nodejs', 'deno', 'bun'])
  expect(targetsOf('@kube-informer/relay/deno')).toEqual(['deno'])
  expect(targetsOf('@kube-informer/relay/cloudflare')).toEqual([])
})

test('commands are for Node', () => {
  expect(targetsOf('@kube-informer/codegen: kube-informer-codegen')).toEqual(['nodejs'])
})
