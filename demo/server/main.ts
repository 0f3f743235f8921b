// npm start: bundles the demo, and serves it together with a fake apiserver.
//   npm start -- [--pods 10000] [--churn 200] [--seed 1] [--watch | --dev]
import { requestListener } from '@kube-informer/apiserver/node'
import type { PreviewServer, ViteDevServer } from 'vite'
import { Bundle } from './bundle.ts'
import { createCluster, warmUp } from './cluster.ts'
import { parseOptions } from './options.ts'
import { serveBundle, serveSources } from './site.ts'

const { PORT, KUBE_INFORMER_FAKE_URL } = process.env
const { dev, watch, ...options } = parseOptions(process.argv.slice(2))
let site: PreviewServer | ViteDevServer | undefined

const bundle = dev ? undefined : new Bundle({ watch })
// With a URL, vite.config.ts forwards the requests there.
const cluster = KUBE_INFORMER_FAKE_URL ? undefined : createCluster(options)

async function stop(): Promise<never> {
  bundle?.stop()
  cluster?.churn.stop()
  await site?.close()
  process.exit()
}
// A parent process with a channel to this one receives the URL, and stops it by closing the channel.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => void stop())

await Promise.all([bundle?.built, cluster && warmUp(cluster.server)])
site = await (dev ? serveSources : serveBundle)({
  port: PORT ? Number(PORT) : undefined,
  fake: cluster && requestListener(cluster.server, { control: { churn: cluster.churn } }),
})
cluster?.churn.start()

const seconds = process.uptime().toFixed(1)
const source = cluster ? `${options.pods} Pods, ${options.churn} changes per second` : KUBE_INFORMER_FAKE_URL
console.log(`ready after ${seconds} s: ${source}`)
site.printUrls()
process.send?.(site.resolvedUrls?.local[0])
