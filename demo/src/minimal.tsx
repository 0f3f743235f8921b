import { InformerProvider, useByIndex } from '@kube-informer/react'
import { createRoot } from 'react-dom/client'
import { defaultClusterId, findCluster } from './connect/clusters.ts'
import { connectTo } from './connect/connect.ts'
import { readPageOptions } from './connect/page-options.ts'

function Pods() {
  const { data: pods, total, status } = useByIndex('namespace', 'default')
  return (
    <>
      <h1>
        {total} Pods in default ({status.data}, {status.link})
      </h1>
      <ul>
        {pods.map(pod => (
          <li key={pod.metadata?.uid}>{pod.metadata?.name}</li>
        ))}
      </ul>
    </>
  )
}

const options = readPageOptions(location.search)
const cluster = await findCluster(defaultClusterId(options), options)
if (!cluster) throw new Error('there is no such cluster')
const connection = await connectTo(cluster, options)
createRoot(document.getElementById('root') ?? document.body).render(
  <InformerProvider connection={connection} resource="pods">
    <Pods />
  </InformerProvider>,
)
