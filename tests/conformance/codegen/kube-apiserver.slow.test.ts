import { createKubeClient, defineResource, isNotFound, type KubeClient } from '@kube-informer/core'
import { type CustomResourceDefinition, customResourceDefinitions } from '@kube-informer/core/resources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseYaml } from '../../../tools/crds/parse-yaml.ts'
import { publicCrds } from '../../../tools/crds/public-crds.ts'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { rejectionOf } from './rejection.ts'
import { samplesOf } from './samples.ts'
import { type ServedVersion, servedVersions } from './served-versions.ts'
import { UNTYPED_FAULTS, WRONG_SAMPLES } from './wrong-samples.ts'

const TIMEOUT_MS = 300_000

describeReal('public definitions and samples on a real apiserver', () => {
  let cluster: Cluster
  let client: KubeClient

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    client = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
  }, TIMEOUT_MS)
  afterAll(() => cluster?.stop())

  /** A version is served a moment after its definition was created. */
  async function serves(version: ServedVersion): Promise<boolean> {
    try {
      await client.list(defineResource(version), { limit: 1 })
      return true
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }

  test(
    'it accepts all definitions, and rejects the wrong samples only',
    async context => {
      const found = publicCrds()
      if ('missing' in found) return context.skip(found.missing)
      const files = [...found.crds, ...found.builtIn]
      for (const { text } of files) {
        const [definition] = parseYaml(text) as readonly [CustomResourceDefinition]
        await client.create(customResourceDefinitions, definition)
      }
      const versions = files.flatMap(servedVersions)
      for (const version of versions) await expect.poll(() => serves(version), { timeout: 60_000 }).toBe(true)

      const rejections = new Map<string, string>()
      for (const sample of samplesOf(versions, found.manifests)) {
        const rejection = await rejectionOf(client, sample)
        if (rejection !== undefined) rejections.set(sample.name, rejection)
      }
      const known = { ...WRONG_SAMPLES, ...UNTYPED_FAULTS }
      expect([...rejections].filter(([name]) => !known[name])).toEqual([])
      expect(Object.keys(known).filter(name => !rejections.has(name))).toEqual([])
    },
    TIMEOUT_MS,
  )
})
