// npm start: bundles the demo, and serves it together with a fake apiserver, or with real ones.
//   npm start -- [--pods 10000] [--churn 200] [--seed 1] [--watch | --dev] [--open]
//   npm start -- [--kubeconfig FILE] [--context NAME] [--apiserver URL]
import type { PreviewServer, ViteDevServer } from 'vite'
import { Bundle } from './bundle.ts'
import { explain, orExplain } from './explain.ts'
import { FakeCluster } from './fake-cluster.ts'
import { remoteFake } from './named-clusters.ts'
import { parseOptions } from './options.ts'
import { realClusters } from './real-clusters.ts'
import { serveBundle, serveSources } from './site.ts'

const { PORT, KUBE_INFORMER_FAKE_URL } = process.env
const { dev, watch, open, ...options } = orExplain(() => parseOptions(process.argv.slice(2)))
const real = await realClusters(options, process.env).catch(explain)
let site: PreviewServer | ViteDevServer | undefined

const bundle = dev ? undefined : new Bundle({ watch })
const fake = KUBE_INFORMER_FAKE_URL ? undefined : new FakeCluster(options)
// Beside a real cluster, the fake one costs nothing until the page opens it.
const isFakeFirst = fake !== undefined && real.length === 0

async function stop(): Promise<never> {
  bundle?.stop()
  fake?.stop()
  await site?.close()
  process.exit()
}
// A parent process with a channel to this one receives the URL, and stops it by closing the channel.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => void stop())

await Promise.all([bundle?.built, isFakeFirst && fake.warmUp()])
const served = {
  port: PORT ? Number(PORT) : undefined,
  clusters: [...real, fake?.served ?? remoteFake(process.env)],
  open,
}
site = await (bundle ? serveBundle(bundle.folder, served) : serveSources(served))
if (isFakeFirst) fake.start()

const seconds = process.uptime().toFixed(1)
const [first] = real
const source =
  first?.info.name ?? KUBE_INFORMER_FAKE_URL ?? `${options.pods} Pods, ${options.churn} changes per second`
console.log(`ready after ${seconds} s: ${source}`)
if (real.length > 1)
  console.log(
    `further clusters: ${real
      .slice(1)
      .map(({ info }) => info.name)
      .join(', ')}`,
  )
site.printUrls()
process.send?.(site.resolvedUrls?.local[0])
