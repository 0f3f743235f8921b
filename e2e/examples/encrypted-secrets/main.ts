import { connectInformers } from '@kube-informer/worker'
import { informers } from './informers.ts'

/** The name of the signed-in user, from your own server. The library does not read it from a token. */
const fetchUser = async (): Promise<string> => (await fetch('/me')).text()

const connection = connectInformers(informers, {
  baseUrl: '/k8s',
  identity: fetchUser,
  worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
})

const button = document.createElement('button')
button.textContent = 'Sign out'
// Erases the memory and disk of this identity in every tab.
button.onclick = () => void connection.signOut().then(() => location.assign('/signed-out'))
document.body.append(button)
