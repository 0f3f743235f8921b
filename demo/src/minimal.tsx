import { InformerProvider, useByIndex } from '@kube-informer/react'
import { createRoot } from 'react-dom/client'
import { connect } from './connect.ts'
import { readParameters } from './parameters.ts'

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

const connection = await connect(readParameters(location.search))
createRoot(document.getElementById('root') ?? document.body).render(
  <InformerProvider connection={connection} resource="pods">
    <Pods />
  </InformerProvider>,
)
