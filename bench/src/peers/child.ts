// Runs one probe of one peer in a separate process and prints its result as a line of JSON, unless the peer crashes the process.
import { clientNode } from './client-node.ts'
import { kubeInformer } from './kube-informer.ts'
import { PROBES, runProbe } from './probes.ts'

const [peerName, id = ''] = process.argv.slice(2)
const peer = [kubeInformer, clientNode].find(({ name }) => name === peerName)
const probe = PROBES[id]
if (!peer || !probe) throw new Error(`no probe ${id} of ${peerName}`)
console.log(JSON.stringify(await runProbe(probe, peer)))
process.exit(0)
