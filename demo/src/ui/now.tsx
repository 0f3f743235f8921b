import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { formatAge } from './age.ts'

const NowContext = createContext(0)

/** One clock for all ages on the page, so that they change together. */
export function NowProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return <NowContext.Provider value={now}>{children}</NowContext.Provider>
}

export function Age({ since }: { readonly since: string | undefined }): ReactNode {
  const now = useContext(NowContext)
  return since === undefined ? '–' : <time dateTime={since}>{formatAge(now - Date.parse(since))}</time>
}
