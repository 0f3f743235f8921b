import { version } from 'react'
import { test } from 'vitest'

/** A test of what React 18 lacks: `<Activity>`, `use`, actions. */
export const testOfReact19: typeof test = version.startsWith('18.') ? (test.skip as typeof test) : test
