// Sends the same random requests to a real kube-apiserver and to the fake one, and prints the differences:
//   npm run differential -- [--requests 5000] [--seed 1] [--from 0] [--parallel 4] [--shrink 10] [--keep]
// Starts a real server, or uses the one of KUBE_APISERVER_URL (or --url) with KUBE_TOKEN or KUBECONFIG, which must be
// disposable. Exits with 1 on a difference that docs/fidelity.md does not list.
import { parseArgs } from 'node:util'
import { judge } from '../tests/conformance/differential/judge.ts'
import { fakeServer, forgetBeginning, realServer } from '../tests/conformance/differential/targets.ts'
import { openCluster, trust } from './kubernetes/cluster.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    parallel: { type: 'string', default: '4' },
    shrink: { type: 'string', default: '10' },
    keep: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
})

/** Whether the servers behave alike. */
async function main(): Promise<boolean> {
  if (values.url) process.env.KUBE_APISERVER_URL = values.url
  const cluster = await openCluster(line => console.error(line))
  if ('skip' in cluster) throw new Error(cluster.skip)
  trust(cluster)
  try {
    await forgetBeginning(cluster)
    const { failures, report } = await judge(
      { real: realServer(cluster), fake: fakeServer() },
      {
        seed: numberOf('seed'),
        from: numberOf('from'),
        requests: numberOf('requests'),
        parallel: numberOf('parallel'),
        shrinks: numberOf('shrink'),
        keep: values.keep,
      },
    )
    console.log(report.join('\n'))
    return failures === 0
  } finally {
    await cluster.stop()
  }
}

function numberOf(name: 'requests' | 'seed' | 'from' | 'parallel' | 'shrink'): number {
  const number = Number(values[name])
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`--${name} must be a whole number, got ${values[name]}`)
  return number
}

try {
  if (!(await main())) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
