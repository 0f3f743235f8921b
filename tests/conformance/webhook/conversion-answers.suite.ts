import { defineResource, type KubernetesObject } from '@kube-informer/core'
import { customResourceDefinitions } from '@kube-informer/core/resources'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createCertificates } from '../../../tools/test/certificates.ts'
import type { RealCluster } from '../controller/real-cluster.ts'
import {
  changingMetadata,
  converted,
  TAKEN,
  WRONG_CONVERSIONS,
  WRONG_METADATA,
} from './conversion-answers.ts'
import { rejectionOf } from './registrations.ts'
import { type Script, type ScriptedWebhook, startScriptedWebhook } from './scripted-webhook.ts'

interface Gizmo extends KubernetesObject {
  readonly spec?: { readonly size?: number }
}

const gizmosOf = (version: string) =>
  defineResource<Gizmo>({
    group: 'webhooks.test',
    version,
    plural: 'gizmos',
    kind: 'Gizmo',
    namespaced: true,
  })

/** The version that is stored. */
const gizmos = gizmosOf('v1')
/** The version that each read has to convert to. */
const gizmosV2 = gizmosOf('v2')

const slug = (title: string): string => title.toLowerCase().replaceAll(' ', '-')

/** What the apiserver makes of the answers of conversion webhooks, right and wrong. */
export function conversionAnswersSuite(real: RealCluster): void {
  let namespace: string
  let server: ScriptedWebhook
  /** What the webhook does with the object of a name; it converts all others. */
  const scripts = new Map<string, Script>()

  beforeAll(async () => {
    const certificates = await createCertificates()
    server = await startScriptedWebhook(certificates)
    server.on('/convert', review => {
      const [object] = review.request.objects ?? []
      return (scripts.get(object?.metadata.name ?? '') ?? converted)(review)
    })
    namespace = await real.namespace()
    await install(real, `${server.url}/convert`, certificates.authority)
    return () => server.close()
  })

  const create = (name: string) => real.client.create(gizmos, { metadata: { namespace, name } })
  const readAs = async (script: Script, name: string) => {
    scripts.set(name, script)
    return await real.client.get(gizmosV2, { namespace, name })
  }

  test('C-CNV-8: labels and annotations of a conversion are taken, other metadata is restored', async () => {
    const name = 'changed-metadata'
    const owner = await create('owner')
    const { apiVersion = '', kind = '', metadata: { uid = '' } = {} } = owner
    const { metadata: stored } = await real.client.create(gizmos, {
      metadata: {
        namespace,
        name,
        labels: { own: 'yes' },
        finalizers: ['webhooks.test/held'],
        ownerReferences: [{ apiVersion, kind, name: 'owner', uid }],
      },
    })
    const { metadata } = await readAs(changingMetadata, name)
    expect(metadata).toEqual({ ...stored, ...TAKEN })
    expect(stored?.managedFields).toHaveLength(1)
    await real.client.patch(gizmos, { namespace, name }, { metadata: { finalizers: null } })
  })

  describe.each(Object.entries({ ...WRONG_METADATA, ...WRONG_CONVERSIONS }))('%s', (title, wrong) => {
    const id = title in WRONG_METADATA ? 'C-CNV-8' : 'C-CNV-10'
    test(`${id}: the object cannot be read in the other version`, async () => {
      const name = slug(title)
      await create(name)
      const { code, status } = await rejectionOf(readAs(wrong.script, name))
      expect(code).toBe(500)
      expect(status.message).toMatch(/object not decodable revision=\d+: /)
      expect(status.message).toMatch(wrong.error)
      await real.client.get(gizmos, { namespace, name })
    })
  })

  // The last test: it ends the server.
  test('an object cannot be read in the other version while the webhook is down', async () => {
    const name = 'unconverted'
    await create(name)
    await server.close()
    const { status } = await rejectionOf(readAs(converted, name))
    expect(status.message).toMatch(
      /conversion webhook for webhooks\.test\/v1, Kind=Gizmo failed: Post "https:\S+": dial tcp \S+ connect: connection refused/,
    )
    await real.client.get(gizmos, { namespace, name })
  })
}

async function install({ client }: RealCluster, url: string, authority: string): Promise<void> {
  const schema = {
    openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } },
  }
  const webhook = {
    clientConfig: { url, caBundle: Buffer.from(authority).toString('base64') },
    conversionReviewVersions: ['v1'],
  }
  const { group, plural, kind } = gizmos
  await client.create(customResourceDefinitions, {
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: ['v1', 'v2'].map(name => ({ name, served: true, storage: name === gizmos.version, schema })),
      conversion: { strategy: 'Webhook', webhook },
    },
  })
  await vi.waitFor(() => client.list(gizmosV2), { timeout: 20_000 })
}
