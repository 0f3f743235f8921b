import { join } from 'node:path'
import type { KubernetesObject } from '@kube-informer/core'
import { leases } from '@kube-informer/core/resources'
import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { expect, onTestFinished, test } from 'vitest'
import { Child } from '../test/child.ts'
import { samplesOf } from '../test/samples-of.ts'

const SCRIPT = join(import.meta.dirname, '../test/manager-child.ts')

const configMap = (name: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name },
})

test('a process with a manager, servers and signals ends by itself after SIGTERM', async () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } }
  const server = createFakeApiserver({ objects: [namespace, configMap('a'), configMap('broken')] })
  const { url, close } = await serve(server)
  onTestFinished(close)
  const child = new Child(SCRIPT, url)
  await child.printed('reconciled')
  const { url: own, identity } = JSON.parse(child.stdout.split('\n')[0] ?? '')
  expect(server.get(leases, 'default/child')?.spec?.holderIdentity).toBe(identity)
  for (const path of ['/healthz', '/readyz', '/readyz/cache'])
    expect(await (await fetch(own + path)).text()).toBe('ok')
  expect(samplesOf(await (await fetch(`${own}/metrics`)).text())).toMatchObject({
    'leader_election_master_status{name="child"}': 1,
    'controller_runtime_max_concurrent_reconciles{controller="configmap"}': 1,
  })

  child.kill('SIGTERM')
  const { code, signal, stdout, stderr } = await child.ended
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  const { resources } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(resources).not.toContain('Timeout')
  expect(resources).not.toContain('TCPServerWrap')
  expect(server.openWatches).toBe(0)
  expect(server.get(leases, 'default/child')?.spec?.holderIdentity).toBe('')
})
