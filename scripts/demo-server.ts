// The fake apiserver as a server of its own, for the demo (?server=/fake) and for kubectl:
//   npm run demo:server -- [--port 8001] [--pods 10000] [--churn 200] [--seed 1]
import { parseArgs } from 'node:util'
import {
  createChurn,
  createFakeApiserver,
  generateNamespaces,
  generateNodes,
  generatePods,
} from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'

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
    throw new Error(`--${name} wants a whole number, got ${values[name]}`)
  return number
}

const pods = generatePods({ count: numberOf('pods'), seed: numberOf('seed') })
const server = createFakeApiserver({
  objects: [...generateNamespaces(), ...generateNodes(), ...pods],
  controllers: { pods: true },
})
const churn = createChurn(server, { perSecond: numberOf('churn') })
const serving = await serve(server, { port: numberOf('port'), control: { churn } })
churn.start()

console.log(`${pods.length} Pods, ${churn.perSecond} events a second`)
console.log(`url=${serving.url}`)
console.log('the demo on it:  npm start, then open http://localhost:5173/?server=/fake')
console.log(`its controls:    curl -X POST ${serving.url}/_fake/relist`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    churn.stop()
    void serving.close()
  })
}
