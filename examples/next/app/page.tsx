import { dehydrateInformers } from '@kube-informer/react/server'
import { connectInline } from '@kube-informer/worker/inline'
import { APISERVER, requestToken } from './apiserver'
import { informers } from './informers'
import { Pods } from './pods'

export default async function Page() {
  const token = await requestToken()
  const connection = connectInline(informers, { baseUrl: APISERVER, getToken: () => token })
  const state = await dehydrateInformers(connection, [{ resource: 'pods' }], { onError: console.warn })
  connection.close()
  return <Pods state={state} />
}
