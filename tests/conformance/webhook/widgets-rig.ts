import {
  installWebhooks,
  type WebhookConfigurationOptions,
  webhookConfigurations,
} from '@kube-informer/controller/node'
import type { KubeClient, KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { customResourceDefinitions } from '@kube-informer/core/resources'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { RealCluster } from '../controller/real-cluster.ts'
import { Kubectl, type RunOptions } from '../kubectl/kubectl.ts'
import type { Recorder } from './recorder.ts'
import { serveWidgets } from './serve-widgets.ts'
import { widgetsV1, widgetsV2, widgetsV3 } from './widgets.ts'
import { widgetsDefinition } from './widgets-definition.ts'
import { widgetWebhooks } from './widgets-webhook.ts'

export const MUTATE = '/mutate-example-com-v2-widget'
export const VALIDATE = '/validate-example-com-v2-widget'
export const CONVERT = '/convert'

/** The name of the validating webhook in messages of the apiserver. */
export const VALIDATOR = 'validate.v2.widgets.example.com'

/** Labels of widgets whose validation has two seconds. */
export const SLOW = { speed: 'slow' }

/** A real cluster whose widgets have our webhooks. */
export interface WidgetsRig {
  readonly client: KubeClient
  readonly kubectl: Kubectl
  readonly recorder: Recorder
  readonly namespace: string
  /** Widgets that were created before the admission webhooks, half of them before v2 and v3 were added. */
  readonly stored: { readonly namespace: string; readonly count: number }
  /** Runs kubectl, which must succeed; resolves with its output. */
  ok(command: string, options?: RunOptions): Promise<string>
  /** Runs kubectl, which must fail; resolves with its error output. */
  fails(command: string, options?: RunOptions): Promise<string>
  /** The text of a response, with all digits of its integers. */
  text(path: string): Promise<string>
}

const STORED_COUNT = 2000

/** Installs the widgets with the webhook module before the tests of a suite. */
export function openWidgets(real: RealCluster): WidgetsRig {
  let serving: Awaited<ReturnType<typeof serveWidgets>>
  let kubectl: Kubectl
  let namespace: string
  let storedIn: string
  beforeAll(async () => {
    serving = await serveWidgets()
    kubectl = new Kubectl(['--kubeconfig', real.cluster.kubeconfig ?? ''])
    namespace = await real.namespace()
    storedIn = await real.namespace()
    await createOld(real.client, storedIn)
    await addVersions(real.client, serving)
    await vi.waitFor(() => expectStoredAsV2(real.client, serving.recorder, storedIn), { timeout: 20_000 })
    await createMany(real.client, STORED_COUNT / 2, index => [
      widgetsV2,
      { metadata: { namespace: storedIn, name: `new-${index}` }, spec: { dimensions: { width: index } } },
    ])
    await registerWebhooks(real.client, serving)
  }, 120_000)
  afterAll(async () => {
    await kubectl?.close()
    await serving?.close()
  })
  const run = async (command: string, options?: RunOptions) =>
    kubectl.run(`--namespace ${namespace} ${command}`, options)
  return {
    get client() {
      return real.client
    },
    get kubectl() {
      return kubectl
    },
    get recorder() {
      return serving.recorder
    },
    get namespace() {
      return namespace
    },
    get stored() {
      return { namespace: storedIn, count: STORED_COUNT }
    },
    ok: async (command, options) => {
      const { code, stdout, stderr } = await run(command, options)
      expect(code, stderr).toBe(0)
      return stdout
    },
    fails: async (command, options) => {
      const { code, stdout, stderr } = await run(command, options)
      expect(code, stdout).toBe(1)
      return stderr
    },
    text: async path => {
      const response = await real.client.request(path)
      return response.text()
    },
  }
}

type Serving = Awaited<ReturnType<typeof serveWidgets>>

const optionsOf = ({ url, certificates }: Serving): WebhookConfigurationOptions => ({
  url,
  caBundle: certificates.authority,
  name: 'widgets',
  objectSelector: { matchExpressions: [{ key: 'speed', operator: 'DoesNotExist' }] },
})

/** Defines v1 alone, and creates widgets of it. */
async function createOld(client: KubeClient, namespace: string): Promise<void> {
  await client.create(customResourceDefinitions, widgetsDefinition('v1'))
  await vi.waitFor(() => client.list(widgetsV1), { timeout: 20_000 })
  await createMany(client, STORED_COUNT / 2, index => [
    widgetsV1,
    { metadata: { namespace, name: `old-${index}` }, spec: { size: index } },
  ])
}

/** Adds the other versions and the conversion at once: without it, an object would change its version only. v2 is stored from now on. */
async function addVersions(client: KubeClient, serving: Serving): Promise<void> {
  const { metadata, spec } = widgetsDefinition('v1', 'v3', 'v2')
  const [{ conversion } = expect.fail()] = webhookConfigurations(
    widgetWebhooks,
    optionsOf(serving),
  ).conversions
  await client.patch(customResourceDefinitions, metadata, { spec: { versions: spec.versions, conversion } })
  for (const resource of [widgetsV2, widgetsV3])
    await vi.waitFor(() => client.list(resource, { limit: 1 }), { timeout: 20_000 })
}

/** The apiserver takes some time to use another storage version: a v1 widget is then converted to be written. */
async function expectStoredAsV2(client: KubeClient, recorder: Recorder, namespace: string): Promise<void> {
  const { position } = recorder
  const widget = { metadata: { namespace, name: 'probe' }, spec: { size: 1 } }
  await client.create(widgetsV1, widget, { dryRun: true })
  const wanted = recorder.reviews(CONVERT, position).map(({ request }) => request.desiredAPIVersion)
  expect(wanted).toContain('example.com/v2')
}

async function createMany<T extends KubernetesObject>(
  client: KubeClient,
  count: number,
  make: (index: number) => readonly [ResourceDefinition<T>, T],
): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index).values()
  const worker = async () => {
    for (const index of numbers) await client.create(...make(index))
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

async function registerWebhooks(client: KubeClient, serving: Serving): Promise<void> {
  const options = optionsOf(serving)
  await installWebhooks({ ...options, client, webhooks: widgetWebhooks })
  await installWebhooks({
    ...options,
    client,
    webhooks: widgetWebhooks.filter(({ type }) => type === 'validating'),
    name: 'slow-widgets',
    objectSelector: { matchLabels: SLOW },
    timeoutSeconds: 2,
  })
  const probe = async () => {
    const { position } = serving.recorder
    const widget = { metadata: { namespace: 'default', name: 'probe' } }
    await client.create(widgetsV2, widget, { dryRun: true })
    for (const path of [MUTATE, VALIDATE]) expect(serving.recorder.reviews(path, position)).toHaveLength(1)
  }
  await vi.waitFor(probe, { timeout: 20_000 })
}
