import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createKubeClient, type Fetch, UsageError } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import {
  type CustomResourceDefinition,
  customResourceDefinitions,
  leases,
  mutatingWebhookConfigurations,
  validatingWebhookConfigurations,
} from '@kube-informer/core/resources'
import { createFakeApiserver, FakeClock, seededRandom } from '@kube-informer/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Runnable } from '../../api/runnable.ts'
import { createManager } from '../../manager/create-manager.ts'
import { gate } from '../../test/gate.ts'
import { RecordingLogger } from '../../test/recording-logger.ts'
import { certified, createAuthority, temporaryFolder } from '../../test/webhook-server-rig.ts'
import { webhookOf } from '../../test/webhooks.ts'
import type { Webhook } from '../../webhook/webhook.ts'
import { CertificateError } from './certificate-error.ts'
import { type InstallWebhooksOptions, installWebhooks } from './install-webhooks.ts'
import { keepWebhooksInstalled } from './keep-webhooks-installed.ts'

const widgetsCrd: CustomResourceDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'widgets', kind: 'Widget', singular: 'widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}

const mutate = webhookOf({ type: 'mutating', path: '/mutate-example-com-v1-widget' })
const validate = webhookOf({ type: 'validating', path: '/validate-example-com-v1-widget' })
const convert = webhookOf({ type: 'conversion', path: '/convert' })

let clock: FakeClock
let server: ReturnType<typeof createFakeApiserver>
let client: ReturnType<typeof createKubeClient>

beforeEach(() => {
  clock = new FakeClock()
  server = createFakeApiserver({ clock, objects: [widgetsCrd] })
  client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch, clock })
})

const service = { namespace: 'ops', name: 'webhooks' }

const install = (webhooks: readonly Webhook[], options: Partial<InstallWebhooksOptions> = {}) =>
  installWebhooks({ client, webhooks, name: 'widgets', service, ...options })

const stored = async () => ({
  mutating: (await client.get(mutatingWebhookConfigurations, { name: 'widgets' })).webhooks ?? [],
  validating: (await client.get(validatingWebhookConfigurations, { name: 'widgets' })).webhooks ?? [],
  conversion: (await client.get(customResourceDefinitions, { name: 'widgets.example.com' })).spec.conversion,
})

const namesOf = (webhooks: readonly { readonly name: string }[]) => webhooks.map(({ name }) => name)

const bundleOf = (pem: string) => Buffer.from(pem).toString('base64')

const version = (name: string, served: boolean) => ({
  ...{ name, served, storage: name === 'v1' },
  schema: { openAPIV3Schema: { type: 'object' } },
})

describe('installWebhooks', () => {
  test('C-CNV-11: a served version without a converter is refused before anything is written', async () => {
    const versions = [version('v1', true), version('v2', true), version('v3', false)]
    await client.patch(customResourceDefinitions, { name: 'widgets.example.com' }, { spec: { versions } })
    const installing = install([{ ...convert, versions: ['v1'] }])
    await expect(installing).rejects.toThrow(UsageError)
    await expect(installing).rejects.toThrow('widgets.example.com serves v2, for which there is no converter')
    const { spec } = await client.get(customResourceDefinitions, { name: 'widgets.example.com' })
    expect(spec.conversion?.strategy).toBe('None')
    await install([{ ...convert, versions: ['v1', 'v2'] }])
    expect((await stored()).conversion?.strategy).toBe('Webhook')
  })

  test('writes both configurations, and the conversion of a CRD', async () => {
    const { authority } = await certified()
    const caFile = join(temporaryFolder(), 'ca.crt')
    writeFileSync(caFile, authority.cert)
    const { mutating } = await install([mutate, validate, convert], { caFile })
    const { conversion, ...configurations } = await stored()
    expect(namesOf(configurations.mutating)).toEqual(['mutate.v1.widgets.example.com'])
    expect(namesOf(configurations.validating)).toEqual(['validate.v1.widgets.example.com'])
    expect(configurations.mutating[0]).toMatchObject(mutating?.webhooks?.[0] ?? {})
    expect(configurations.mutating[0]?.clientConfig.caBundle).toBe(bundleOf(authority.cert))
    expect(conversion).toEqual({
      strategy: 'Webhook',
      webhook: {
        clientConfig: {
          caBundle: bundleOf(authority.cert),
          service: { ...service, port: 443, path: '/convert' },
        },
        conversionReviewVersions: ['v1'],
      },
    })
  })

  test('removes webhooks of a former release, and leaves those of others', async () => {
    await install([mutate, validate])
    const other = { name: 'other.webhooks.test', clientConfig: { url: 'https://a' } }
    await client.apply(
      validatingWebhookConfigurations,
      {
        metadata: { name: 'widgets' },
        webhooks: [{ ...other, sideEffects: 'None', admissionReviewVersions: ['v1'] }],
      },
      { fieldManager: 'other' },
    )
    await install([mutate])
    const { mutating, validating } = await stored()
    expect([namesOf(mutating), namesOf(validating)]).toEqual([
      ['mutate.v1.widgets.example.com'],
      ['other.webhooks.test'],
    ])
  })

  test('a URL replaces a service, and keeps a CA that another program has added', async () => {
    await install([mutate, convert])
    const caBundle = bundleOf((await certified()).authority.cert)
    const crd = { name: 'widgets.example.com' }
    const added = { spec: { conversion: { webhook: { clientConfig: { caBundle } } } } }
    await client.patch(customResourceDefinitions, crd, added)
    const webhooks = [{ name: 'mutate.v1.widgets.example.com', clientConfig: { caBundle } }]
    await client.apply(
      mutatingWebhookConfigurations,
      { metadata: { name: 'widgets' }, webhooks },
      { fieldManager: 'cert-manager' },
    )
    await install([mutate, convert], { service: undefined, url: 'https://10.0.0.1' })
    const { mutating, conversion } = await stored()
    expect(mutating[0]?.clientConfig).toEqual({
      caBundle,
      url: 'https://10.0.0.1/mutate-example-com-v1-widget',
    })
    expect(conversion?.webhook?.clientConfig).toEqual({ caBundle, url: 'https://10.0.0.1/convert' })
  })

  test('removes the CA of a former release from the configurations, and not from CRDs', async () => {
    const caBundle = (await certified()).authority.cert
    await install([mutate, convert], { caBundle })
    await install([mutate, convert])
    const { mutating, conversion } = await stored()
    expect(mutating[0]?.clientConfig.caBundle).toBeUndefined()
    expect(conversion?.webhook?.clientConfig?.caBundle).toBe(bundleOf(caBundle))
  })

  test('rejects without a usable CA file, and writes nothing', async () => {
    const caFile = join(temporaryFolder(), 'ca.crt')
    await expect(install([mutate], { caFile })).rejects.toThrow(CertificateError)
    writeFileSync(caFile, '')
    await expect(install([mutate], { caFile })).rejects.toThrow(
      `cannot use the CA of webhooks in ${caFile}: it`,
    )
    await expect(install([mutate], { caFile, caBundle: 'x' })).rejects.toThrow(UsageError)
    await expect(stored()).rejects.toMatchObject({ code: 404 })
  })

  test('rejects for a CRD that is missing', async () => {
    await client.delete(customResourceDefinitions, { name: 'widgets.example.com' })
    await expect(install([convert])).rejects.toMatchObject({ code: 404 })
  })
})

describe('keepWebhooksInstalled', () => {
  const running = (options: Partial<Parameters<typeof keepWebhooksInstalled>[0]> = {}) => {
    const logger = new RecordingLogger()
    const runnable = keepWebhooksInstalled({
      ...{ client, webhooks: [mutate, convert], name: 'widgets', service, clock, logger },
      ...options,
    })
    const stop = new AbortController()
    const ended = runnable.run(stop.signal)
    onTestFinished(async () => {
      stop.abort()
      await ended
    })
    return { runnable, logger, stop, ended }
  }

  test('writes again when the CA file changes, and only then', async () => {
    const [first, second] = [await createAuthority(), await createAuthority()]
    const caFile = join(temporaryFolder(), 'ca.crt')
    writeFileSync(caFile, first.cert)
    running({ caFile })
    const bundles = async () => {
      const { mutating, conversion } = await stored()
      return [mutating[0]?.clientConfig.caBundle, conversion?.webhook?.clientConfig?.caBundle]
    }
    await vi.waitFor(async () => expect(await bundles()).toEqual(Array(2).fill(bundleOf(first.cert))))
    const { length } = server.requests
    await clock.advance(60_000)
    expect(server.requests.length - length).toBe(0)
    writeFileSync(caFile, second.cert)
    await vi.waitFor(async () => {
      await clock.advance(10_000)
      expect(await bundles()).toEqual(Array(2).fill(bundleOf(second.cert)))
    })
  })

  test('writes again every 10 minutes, which repairs what others changed or deleted', async () => {
    const { logger } = running()
    await clock.settle()
    await client.delete(mutatingWebhookConfigurations, { name: 'widgets' })
    const none = { spec: { conversion: { strategy: 'None', webhook: null } } }
    await client.patch(customResourceDefinitions, { name: 'widgets.example.com' }, none)
    await clock.advance(599_999)
    expect((await client.list(mutatingWebhookConfigurations)).items).toEqual([])
    await clock.advance(1)
    const { mutating, conversion } = await stored()
    expect([namesOf(mutating), conversion?.strategy]).toEqual([['mutate.v1.widgets.example.com'], 'Webhook'])
    expect(logger.messages.filter(({ level }) => level === 'info')).toHaveLength(1)
  })

  test('after a change that was written in part, the former authority is written again', async () => {
    const [first, second] = [await createAuthority(), await createAuthority()]
    const caFile = join(temporaryFolder(), 'ca.crt')
    writeFileSync(caFile, first.cert)
    let fails = false
    const fetch: Fetch = async (url, init) => {
      if (fails && url.includes('/validatingwebhookconfigurations')) throw new Error('no connection')
      return server.fetch(url, init)
    }
    const { logger } = running({
      ...{ caFile, webhooks: [mutate, validate] },
      client: createKubeClient({ baseUrl: 'http://fake', fetch, clock }),
    })
    const bundle = async () => (await stored()).mutating[0]?.clientConfig.caBundle
    await vi.waitFor(async () => expect(await bundle()).toBe(bundleOf(first.cert)))
    await vi.waitFor(() => expect(logger.messages).toHaveLength(1))
    fails = true
    writeFileSync(caFile, second.cert)
    await vi.waitFor(async () => {
      await clock.advance(10_000)
      expect(await bundle()).toBe(bundleOf(second.cert))
      expect(logger.errors).toHaveLength(1)
    })
    fails = false
    writeFileSync(caFile, first.cert)
    await clock.advance(10_000)
    await vi.waitFor(async () => expect(await bundle()).toBe(bundleOf(first.cert)))
  })

  test('tries again what failed, and logs each problem once', async () => {
    await client.delete(customResourceDefinitions, { name: 'widgets.example.com' })
    const { logger } = running()
    await clock.advance(60_000)
    expect(logger.errors).toEqual([expect.stringContaining('widgets.example.com')])
    await client.create(customResourceDefinitions, widgetsCrd)
    await clock.advance(10_000)
    expect((await stored()).conversion?.strategy).toBe('Webhook')
    expect(logger.messages.at(-1)).toMatchObject({ level: 'info', message: 'webhooks installed' })
    const { length } = server.requests
    await clock.advance(60_000)
    expect(server.requests.length).toBe(length)
  })

  test('ends while a write has no answer, without a timer', async () => {
    const fetch = (_url: string, { signal }: RequestInit = {}) =>
      new Promise<Response>((_resolve, reject) => onAbort(signal, reject))
    const { stop, ended, logger } = running({
      client: createKubeClient({ baseUrl: 'http://fake', fetch, clock }),
    })
    await clock.advance(1000)
    stop.abort()
    await ended
    expect([clock.pendingTimers, logger.errors]).toEqual([0, []])
  })

  test('each replica writes before its caches start, without an election', async () => {
    server.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ops' } })
    await client.create(leases, {
      metadata: { namespace: 'ops', name: 'widgets' },
      spec: { holderIdentity: 'other', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' },
    })
    const manager = createManager({
      ...{ client, clock, random: seededRandom(1), log: new RecordingLogger() },
      leaderElection: { name: 'widgets', namespace: 'ops' },
    })
    let conversion: unknown
    const cache: Runnable = {
      group: 'caches',
      run: async () => {
        conversion = (await client.get(customResourceDefinitions, { name: 'widgets.example.com' })).spec
          .conversion?.strategy
      },
    }
    manager.add(cache)
    manager.add(
      keepWebhooksInstalled({ client: manager.client, service, clock, webhooks: [convert], name: 'widgets' }),
    )
    const stop = new AbortController()
    const ended = manager.run(stop.signal)
    await clock.advance(1000)
    expect(conversion).toBe('Webhook')
    stop.abort()
    await clock.settle()
    await ended
    expect(clock.pendingTimers).toBe(0)
  })

  test('caches start after an attempt that failed', async () => {
    await client.delete(customResourceDefinitions, { name: 'widgets.example.com' })
    const { runnable, logger, stop } = running()
    await clock.settle()
    await runnable.waitForSync?.(stop.signal)
    expect(logger.errors).toHaveLength(1)
  })

  test('caches wait for an attempt without an answer no longer than the interval', async () => {
    const fetch = (_url: string, { signal }: RequestInit = {}) =>
      new Promise<Response>((_resolve, reject) => onAbort(signal, reject))
    const { runnable, stop } = running({ client: createKubeClient({ baseUrl: 'http://fake', fetch, clock }) })
    let isReady = false
    const ready = runnable.waitForSync?.(stop.signal).then(() => {
      isReady = true
    })
    await clock.advance(9999)
    expect(isReady).toBe(false)
    await clock.advance(1)
    await ready
  })

  test('nothing is written before the server listens', async () => {
    const listening = gate()
    const { runnable } = running({ server: { waitForSync: () => listening.opened } })
    await clock.advance(60_000)
    expect(server.requests).toEqual([])
    listening.open()
    await runnable.waitForSync?.(new AbortController().signal)
    expect((await stored()).conversion?.strategy).toBe('Webhook')
  })

  test('ends if the server never listens', async () => {
    const waitForSync = (signal: AbortSignal) =>
      new Promise<void>((_resolve, reject) => onAbort(signal, reject))
    const { runnable, stop, ended } = running({ server: { waitForSync } })
    const synced = expect(runnable.waitForSync?.(stop.signal)).rejects.toThrow('aborted')
    stop.abort()
    await Promise.all([ended, synced])
    expect([clock.pendingTimers, server.requests.length]).toEqual([0, 0])
  })

  test('wrong options throw at once', () => {
    expect(() => running({ service: undefined })).toThrow(UsageError)
  })
})
