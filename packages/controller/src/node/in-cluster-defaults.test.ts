import { describe, expect, test } from 'vitest'
import { inClusterDefaults } from './in-cluster-defaults.ts'

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code })
}

describe('inClusterDefaults', () => {
  test('in a Pod: the namespace of its service account, and its name with a UUID', async () => {
    const paths: string[] = []
    const defaults = await inClusterDefaults({
      readFile: async path => {
        paths.push(path)
        return 'ops\n'
      },
      hostname: () => 'web-0',
      randomUUID: () => '4f5e',
    })
    expect(defaults).toEqual({ namespace: 'ops', identity: 'web-0_4f5e' })
    expect(paths).toEqual(['/var/run/secrets/kubernetes.io/serviceaccount/namespace'])
  })

  test('outside of a cluster: no namespace, and an identity that differs each time', async () => {
    const options = { readFile: failing('ENOENT') }
    const [one, two] = await Promise.all([inClusterDefaults(options), inClusterDefaults(options)])
    expect(one).toEqual({ namespace: undefined, identity: expect.stringMatching(/^.+_[0-9a-f-]{36}$/) })
    expect(one.identity).not.toBe(two.identity)
  })

  test('an empty file is no namespace', async () => {
    expect(await inClusterDefaults({ readFile: async () => '\n' })).toMatchObject({ namespace: undefined })
  })

  test('a namespace that cannot be read is an error', async () => {
    await expect(inClusterDefaults({ readFile: failing('EACCES') })).rejects.toMatchObject({
      name: 'NamespaceError',
      cause: { code: 'EACCES' },
    })
  })
})
