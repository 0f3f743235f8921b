import { createManager, type PassResult, ReconcilePass } from '@kube-informer/controller'
import { createKubeClient } from '@kube-informer/core'
import { configMaps } from '@kube-informer/core/resources'

/** When a ConfigMap is deleted, as a time of RFC 3339. */
export const EXPIRES_AT = 'example.com/expires-at'

/** Deletes the ConfigMaps that have expired. Returns when the next one will. */
export function expireConfigMaps(server: string): Promise<PassResult> {
  const manager = createManager({ client: createKubeClient({ baseUrl: server }), name: 'expirer' })
  const pass = new ReconcilePass({ timeoutMs: 20_000 })
  manager
    .controllerFor(configMaps)
    .withOptions({ newQueue: pass.newQueue })
    .reconcile(async (request, { client, events }) => {
      const configMap = await client.find(configMaps, request)
      const { uid, annotations = {} } = configMap?.metadata ?? {}
      const expiresAt = Date.parse(annotations[EXPIRES_AT] ?? '')
      if (!configMap || !uid || Number.isNaN(expiresAt)) return
      const leftMs = expiresAt - Date.now()
      if (leftMs > 0) return { requeueAfterMs: leftMs }
      await client.delete(configMaps, request, { preconditions: { uid } })
      events.event(configMap, 'Normal', 'Expired', `Deleted at ${annotations[EXPIRES_AT]}`)
      return
    })
  return pass.run(manager)
}
