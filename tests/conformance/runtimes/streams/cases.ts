import { clientCases } from './client-cases.ts'
import type { Case } from './environment.ts'
import { informerCases } from './informer-cases.ts'
import { streamCases } from './stream-cases.ts'
import { watchCases } from './watch-cases.ts'

/** The suite, which every runtime runs completely. */
export const cases: readonly Case[] = [...clientCases, ...streamCases, ...watchCases, ...informerCases]
