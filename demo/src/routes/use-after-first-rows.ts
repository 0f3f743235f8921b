import { useEffect, useState } from 'react'

/** Long enough for the first rows of a fast server. */
const WAIT_MS = 500

/** False at first, and true once the page has had time for its first rows: what is not needed before them waits for it. */
export function useAfterFirstRows(): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isAfter
}
