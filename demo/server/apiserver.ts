// Runs the demo's fake apiserver without the page, for kubectl and for KUBE_INFORMER_FAKE_URL:
//   npm run apiserver --workspace demo -- [--port 8001] [--pods 10000] [--churn 200] [--seed 1]
import { parseArgs } from 'node:util'
import { serve } from '@kube-informer/apiserver/node'
import { createCluster, warmUp } from './cluster.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8001' },
    pods: { type: 'string', default: '10000' },
    churn: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})

function numberOf(name: keyof typeof values): number {
  const number = Number(values[name])
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`--${name} must be a whole number, got ${values[name]}`)
  return number
}

const { server, churn, resizer } = createCluster({
  pods: numberOf('pods'),
  churn: numberOf('churn'),
  seed: numberOf('seed'),
})
await warmUp(server)
const serving = await serve(server, { port: numberOf('port'), control: { churn, pods: resizer } })
churn.start()

console.log(`${values.pods} Pods, ${values.churn} changes per second`)
console.log(`url=${serving.url}`)
console.log(`the demo on it:  KUBE_INFORMER_FAKE_URL=${serving.url} npm start`)
console.log(`its controls:    curl -X POST ${serving.url}/_fake/relist`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    churn.stop()
    // The controllers of the cluster have timers, which would keep the process alive.
    void serving.close().then(() => process.exit())
  })
}
