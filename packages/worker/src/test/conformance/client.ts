import { isConflict, isNotFound, listTable, StatusError } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import { describe, expect, it } from 'vitest'
import type { AccessVerb } from '../../api/access.ts'
import type { Connection } from '../../api/connection.ts'
import { type informers, pod, type ServerControl } from '../informers.ts'
import { type Open, openBeforeEach } from './opened.ts'
import { isComplete, ofPods } from './pod-slices.ts'
import { decided, reaches } from './settled.ts'

/** The client, access reviews, and the end of a connection. */
export function describeClient(name: string, open: Open): void {
  describe(name, () => {
    let connection: Connection<typeof informers>
    let server: ServerControl
    openBeforeEach(open, opened => {
      connection = opened.connection
      server = opened.server
    })

    it('reads and writes through its client', async () => {
      const { client } = connection
      const at = { namespace: 'default', name: 'new' }
      const created = await client.create('pods', pod('default/new'))
      expect(created.metadata.uid).toBeTruthy()
      const read = await client.get('pods', at)
      const replaced = await client.replace('pods', {
        ...read,
        metadata: { ...read.metadata, labels: { v: '1' } },
      })
      expect(replaced.metadata.labels).toEqual({ v: '1' })
      await expect(client.replace('pods', read)).rejects.toSatisfy(isConflict)
      const patched = await client.patch('pods', at, { metadata: { labels: { w: '2' } } })
      expect(patched.metadata.labels).toEqual({ v: '1', w: '2' })
      await client.delete('pods', at, { gracePeriodSeconds: 0 })
      const missing = await client.get('pods', at).catch((error: unknown) => error)
      expect(missing).toBeInstanceOf(StatusError)
      expect(missing).toSatisfy(isNotFound)
      expect(String(missing)).toMatch(/get pods "new" in namespace "default".*: pods "new" not found/)
    })

    it('scales', async () => {
      const at = { namespace: 'default', name: 'web' }
      await connection.client.scale('deployments', at, 3)
      const { spec } = await connection.client.get('deployments', at)
      expect(spec?.replicas).toBe(3)
    })

    it('watches through its client until the page stops', async () => {
      const seen: string[] = []
      const events = await connection.client.watch('pods', { namespace: 'default', resourceVersion: '0' })
      for await (const batch of events) {
        for (const { type, object } of batch) seen.push(`${type} ${(object as Pod).metadata.name}`)
        if (seen.length === 4) await server.put(pod('default/z'))
        if (seen.length > 4) break
      }
      expect(seen).toEqual([...['a', 'b', 'c', 'd', 'z'].map(name => `ADDED ${name}`)])
    })

    it('sends any request through its client, and streams the response', async () => {
      const { client } = connection
      const response = await client.request('/api/v1/namespaces/default/pods', { query: { limit: 1 } })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      expect(await response.json()).toMatchObject({ kind: 'PodList', items: [{ metadata: { name: 'a' } }] })
      const table = await listTable(client, connection.definitions.pods.resource, { namespace: 'default' })
      expect(table.rows).toHaveLength(4)
      await expect(client.request('/api/v1/namespaces/default/pods/none')).rejects.toSatisfy(isNotFound)
      const stop = new AbortController()
      const events = await client.watch('pods', {}, { signal: stop.signal })
      const reading = (async () => {
        for await (const _ of events);
      })()
      stop.abort(new Error('enough'))
      await expect(reading).rejects.toThrow('enough')
    })

    it('tells what the server allows', async () => {
      const decide = (verb: AccessVerb, namespace: string) =>
        decided(connection, { verb, resource: 'pods', namespace })
      expect(await decide('delete', 'default')).toEqual({ allowed: true })
      expect(await decide('delete', 'locked')).toEqual({ allowed: false })
      const verbs: readonly AccessVerb[] = ['get', 'list', 'watch', 'create', 'update']
      const states = await Promise.all(verbs.map(verb => decide(verb, 'default')))
      expect(states.every(({ allowed }) => allowed)).toBe(true)
      const request = { verb: 'get', resource: 'pods', namespace: 'default' } as const
      expect(connection.access(request)).toBe(connection.access({ ...request }))
    })

    it('reports a question about a resource that does not exist', async () => {
      const state = await decided(connection, { verb: 'get', resource: 'pots' })
      expect(state.allowed).toBe(false)
      expect(state.evaluationError).toContain('there is no resource "pots"')
    })

    it('rejects a call for a name that does not exist', async () => {
      await expect(connection.client.get('pots' as 'pods', { name: 'a' })).rejects.toThrow(
        'there is no resource "pots"',
      )
    })

    it('close is final and idempotent', async () => {
      await reaches(connection, ofPods(), isComplete)
      const waiting = connection.client.get('pods', { namespace: 'default', name: 'a' })
      const states: string[] = []
      connection.subscribeStatus(({ state }) => states.push(state))
      connection.close()
      connection.close()
      await expect(waiting).rejects.toThrow('the connection was closed')
      await expect(connection.client.get('pods', 'x/a')).rejects.toThrow('the connection was closed')
      expect(states).toEqual(['closed'])
      expect(connection.status.state).toBe('closed')
      connection.subscribe(ofPods(), () => {})()
    })
  })
}
