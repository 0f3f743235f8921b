import { ConnectionError, isConflict, isInvalid } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../api/connection.ts'
import { BASE_URL, type informers, pod, type ServerControl, TOKEN } from '../informers.ts'
import type { Open, Opened } from './opened.ts'
import { awaitedLater, reaches } from './settled.ts'

const at = { namespace: 'default', name: 'a' }
const PODS = { resource: 'pods' } as const
const notePatch = (note: string) => ({ metadata: { annotations: { note } } })
const patchOf = (note: string) =>
  ({ resource: 'pods', verb: 'patch', object: at, patch: notePatch(note) }) as const
const noteOf = ({ data }: { readonly data: readonly Pod[] }) => data[0]?.metadata.annotations?.note

/** Writes that slices show at once, and waits for a state. */
export function describeWrites(name: string, open: Open): void {
  describe(`${name}: writes`, () => {
    let opened: Opened
    let connection: Connection<typeof informers>
    let server: ServerControl
    const options = () => ({
      baseUrl: BASE_URL,
      getToken: () => TOKEN,
      identity: `user-${crypto.randomUUID()}`,
    })
    let given: ReturnType<typeof options>
    beforeEach(async () => {
      given = options()
      opened = await open(given)
      connection = opened.connection
      server = opened.server
    })
    afterEach(() => {
      connection.close()
      opened.end?.()
    })
    const loaded = (of: Connection<typeof informers> = connection) =>
      reaches(of, PODS, ({ status }) => status.data === 'complete')

    it('are shown in every page of the identity, and settle with the watch', async () => {
      const other = opened.another(given)
      await Promise.all([loaded(), loaded(other)])
      const { accepted, settled } = connection.mutate(patchOf('new'))
      await Promise.all(
        [connection, other].map(each => reaches(each, PODS, state => noteOf(state) === 'new')),
      )
      expect((await accepted).metadata.annotations?.note).toBe('new')
      expect((await settled)?.metadata.resourceVersion).toBe((await accepted).metadata.resourceVersion)
      other.close()
    })

    it('create and delete objects', async () => {
      await loaded()
      const created = connection.mutate({ resource: 'pods', verb: 'create', object: pod('default/new') })
      await reaches(connection, PODS, ({ total }) => total === 7)
      expect((await created.settled)?.metadata.name).toBe('new')
      const deleted = connection.mutate({
        resource: 'pods',
        verb: 'delete',
        object: { ...at, name: 'new' },
        options: { gracePeriodSeconds: 0 },
      })
      await reaches(connection, PODS, ({ total }) => total === 6)
      expect(await deleted.settled).toBeUndefined()
    })

    it('that the server rejects leave the rows', async () => {
      const [before] = (await loaded()).data
      const { accepted, settled } = connection.mutate({
        resource: 'pods',
        verb: 'replace',
        object: {
          ...before,
          metadata: { ...before?.metadata, resourceVersion: '1', annotations: { note: 'old' } },
        },
      })
      await expect(accepted).rejects.toSatisfy(isConflict)
      await expect(settled).rejects.toSatisfy(isConflict)
      const invalid = connection.mutate({
        ...patchOf('new'),
        patch: { spec: { containers: [] } },
        optimistic: notePatch('x'),
      })
      await expect(invalid.accepted).rejects.toSatisfy(isInvalid)
      expect(noteOf(await reaches(connection, PODS, state => noteOf(state) === ''))).toBe('')
    })

    it('that are functions run on the newest object', async () => {
      await loaded()
      await server.put(pod('default/a', { note: 'server' }))
      const { settled } = connection.mutate({
        resource: 'pods',
        object: at,
        change: object => ({
          ...object,
          metadata: {
            ...object.metadata,
            annotations: { note: `${object.metadata.annotations?.note} page` },
          },
        }),
      })
      expect((await settled)?.metadata.annotations?.note).toBe('server page')
      await reaches(connection, PODS, state => noteOf(state) === 'server page')
    })

    it('are waited for', async () => {
      const where = { path: 'metadata.annotations.note', eq: 'awaited' }
      const waiting = awaitedLater(connection.waitFor('pods', at, { where }))
      const gone = awaitedLater(connection.waitFor('pods', { ...at, name: 'b' }, { deleted: true }))
      const stop = new AbortController()
      const never = awaitedLater(
        connection.waitFor('pods', at, { condition: 'Never' }, { signal: stop.signal }),
      )
      await loaded()
      await server.put(pod('default/a', { note: 'awaited' }))
      await server.remove(pod('default/b'))
      expect((await waiting)?.metadata.annotations?.note).toBe('awaited')
      expect(await gone).toBeUndefined()
      stop.abort(new Error('enough'))
      await expect(never).rejects.toThrow('enough')
    })

    it('reject when the host terminates; the next host continues to wait', async context => {
      const { kill } = opened
      if (!kill) return context.skip()
      await loaded()
      const gone = awaitedLater(connection.waitFor('pods', { ...at, name: 'b' }, { deleted: true }))
      await server.delayGet()
      const { accepted } = connection.mutate({ resource: 'pods', object: at, change: object => object })
      await expect.poll(() => server.count('get')).toBe(1)
      kill()
      await expect(accepted).rejects.toBeInstanceOf(ConnectionError)
      await server.remove(pod('default/b'))
      expect(await gone).toBeUndefined()
    })
  })
}
