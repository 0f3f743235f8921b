import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutatingWebhookConfigurations } from '@kube-informer/core/resources'
import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Child } from '../test/child.ts'
import { http1Client, http2Client, tlsTo } from '../test/tls-client.ts'
import { certified, temporaryFolder } from '../test/webhook-server-rig.ts'

const SCRIPT = join(import.meta.dirname, '../test/webhook-child.ts')

const REVIEW = JSON.stringify({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    ...{ uid: 'x', operation: 'CREATE', kind: { group: 'example.com', version: 'v1', kind: 'Widget' } },
    object: { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: {} },
  },
})

test('a process with a webhook server answers, and ends by itself after SIGTERM', async () => {
  const { authority, server: pair } = await certified()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'tls.crt'), pair.cert)
  writeFileSync(join(folder, 'tls.key'), pair.key)
  writeFileSync(join(folder, 'ca.crt'), authority.cert)
  const apiserver = createFakeApiserver()
  const { url: apiserverUrl, close } = await serve(apiserver)
  onTestFinished(close)
  const child = new Child(SCRIPT, apiserverUrl, folder)
  await child.printed('health')
  const { url, health } = JSON.parse(child.stdout)
  expect(await (await fetch(`${health}/readyz/webhooks`)).text()).toBe('ok')
  const http2 = await http2Client(url, { ca: authority.cert, rejectUnauthorized: true })
  for (const post of [http2, http1Client(url, { ca: authority.cert })]) {
    const { text } = await post('/mutate-example-com-v1-widget', REVIEW)
    const { uid, patch } = JSON.parse(text).response
    expect([uid, atob(patch)]).toEqual(['x', '[{"op":"add","path":"/spec/size","value":1}]'])
  }
  await vi.waitFor(() => {
    const { webhooks = [] } = apiserver.get(mutatingWebhookConfigurations, 'widgets') ?? {}
    expect(webhooks[0]?.clientConfig.caBundle).toBe(btoa(authority.cert))
  })
  await tlsTo(Number(new URL(url).port))

  child.kill('SIGTERM')
  const { code, signal, stdout, stderr } = await child.ended
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
  const { resources } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  // The output, the idle connections of fetch, and what prints this. They do not keep a process alive.
  const others = ['PipeWrap', 'TCPSocketWrap', 'Immediate']
  expect(resources.filter((name: string) => !others.includes(name))).toEqual([])
})
