import { connectInformers } from '@kube-informer/worker'
import { informers } from './informers.ts'

/** Whoever is signed in; ask your own server. A token is never read to find out. */
const whoAmI = async (): Promise<string> => (await fetch('/me')).text()

const connection = connectInformers(informers, {
  baseUrl: '/k8s',
  identity: whoAmI,
  worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
})

const button = document.createElement('button')
button.textContent = 'Sign out'
// Empties memory and disk of this identity, here and in every other tab.
button.onclick = () => void connection.signOut().then(() => location.assign('/signed-out'))
document.body.append(button)
