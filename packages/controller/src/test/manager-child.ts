import { createKubeClient } from '@kube-informer/core'
import { MetricRegistry, meteredFetch } from '@kube-informer/core/metrics'
import { configMaps, pods } from '@kube-informer/core/resources'
import { silentLogger } from '../api/silent-logger.ts'
import { createManager } from '../manager/create-manager.ts'
import { controllerMetrics } from '../metrics/controller-metrics.ts'
import { metricsHandler } from '../metrics/metrics-handler.ts'
import { createHealthServer } from '../node/health-server.ts'
import { inClusterDefaults } from '../node/in-cluster-defaults.ts'
import { setupSignalHandler } from '../node/signal-handler.ts'

// A whole manager with its servers, against the apiserver of the first argument. It runs until a signal, and must then end
// by itself. Prints lines of JSON.
const print = (values: unknown): void => console.log(JSON.stringify(values))

const registry = new MetricRegistry()
const client = createKubeClient({ baseUrl: process.argv[2] ?? '', fetch: meteredFetch({ registry }) })
const { identity } = await inClusterDefaults()
const manager = createManager({
  client,
  log: silentLogger,
  metrics: controllerMetrics(registry),
  leaderElection: { name: 'child', namespace: 'default', identity, releaseOnCancel: true },
})
const health = createHealthServer({
  address: '127.0.0.1:0',
  health: request => manager.handleHealth(request),
  metrics: metricsHandler(registry),
})
manager.add(health)
manager.addReadyzCheck('cache', () => {})
manager
  .controllerFor(configMaps)
  .owns(pods)
  .reconcile(async (request, { client, events }) => {
    const configMap = await client.get(configMaps, request)
    events.event(configMap, 'Normal', 'Seen', 'saw it')
    print({ event: 'reconciled', url: health.url, identity })
    // Waits for an hour, then in a backoff.
    if (request.name !== 'broken') return { requeueAfterMs: 3_600_000 }
    throw new Error('broken')
  })
await manager.run(setupSignalHandler())
print({ event: 'ended', resources: process.getActiveResourcesInfo() })
