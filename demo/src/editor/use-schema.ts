import { useConnection } from '@kube-informer/react'
import type { KindReference, KindSchema } from '@kube-informer/worker'
import { useEffect, useState } from 'react'

/** The schema of a kind once it has arrived. An editor works without it: it then neither completes nor validates. */
export function useSchema({ group, version, kind }: KindReference): KindSchema | undefined {
  const connection = useConnection()
  const [schema, setSchema] = useState<KindSchema>()
  useEffect(() => {
    const request = new AbortController()
    connection.schema({ group, version, kind }, { signal: request.signal }).then(setSchema, () => {})
    return () => request.abort()
  }, [connection, group, version, kind])
  return schema
}
