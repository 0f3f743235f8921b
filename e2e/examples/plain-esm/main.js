import { informers } from './informers.js'
import { connectInformers } from './vendor/page.js'

const workerUrl = new URL('informers.worker.js', import.meta.url)

const connection = connectInformers(informers, {
  baseUrl: '/k8s',
  identity: 'ada', // the user: her tabs share one cache, and a reload resumes from disk
  worker: () => new Worker(workerUrl, { type: 'module' }),
  sharedWorker: () => new SharedWorker(workerUrl, { type: 'module' }),
})

const heading = document.createElement('h1')
const list = document.createElement('ul')
document.body.append(heading, list)

connection.subscribe(
  { resource: 'pods', slice: { window: { offset: 0, limit: 10 } } },
  ({ data, total, status }) => {
    heading.textContent = `${total} Pods, ${status.data}, ${connection.status.host}`
    list.replaceChildren(...data.map(({ metadata }) => itemOf(metadata.name)))
  },
)

function itemOf(text) {
  const item = document.createElement('li')
  item.textContent = text
  return item
}
