import { useEffect } from 'react'

const SITE = 'kube-informer'

/** Sets the title of the document: the most specific part first. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts, SITE].filter(Boolean).join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
