import type { Connection } from '@kube-informer/worker'
import { useMemo } from 'react'

type Subscribe = (listener: () => void) => () => void

/** How a hook subscribes. A disabled one keeps what it shows without traffic, and only listens for a sign-out. */
export const useSubscribe = (connection: Connection, subscribe: Subscribe, isEnabled: boolean): Subscribe =>
  useMemo(
    () => (isEnabled ? subscribe : listener => connection.subscribeStatus(() => listener())),
    [connection, subscribe, isEnabled],
  )

/** Whether a disabled hook has to forget what it shows. */
export const isForgotten = ({ status }: Connection, isEnabled: boolean): boolean =>
  !isEnabled && status.state === 'signedOut'
