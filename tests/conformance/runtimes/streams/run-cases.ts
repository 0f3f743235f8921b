import { until } from './assert.ts'
import { cases } from './cases.ts'
import type { Case, Environment, Outcome, RuntimeName, TestServer } from './environment.ts'
import { type OpenServer, openServer } from './remote-server.ts'

const CASE_MS = 10_000

/** Runs the suite in this runtime, against servers that `yard` starts; resolves with one outcome per case. */
export async function runCases(runtime: RuntimeName, yard: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of cases) outcomes.push(await runCase(one, runtime, yard))
  return outcomes
}

async function runCase(one: Case, runtime: RuntimeName, yard: string): Promise<Outcome> {
  const { name } = one
  const skipped = one.skip?.[runtime]
  if (skipped !== undefined) return { name, ms: 0, skipped }
  const started = Date.now()
  try {
    await runAlone(one, runtime, yard)
    return { name, ms: Date.now() - started }
  } catch (error) {
    return { name, ms: Date.now() - started, error: wordsOf(error) }
  }
}

/** Runs a case, aborts its signal, and checks that the servers have no open watches. */
async function runAlone(one: Case, runtime: RuntimeName, yard: string): Promise<void> {
  const ending = new AbortController()
  const servers: OpenServer[] = []
  const env: Environment = {
    runtime,
    signal: ending.signal,
    async openServer(options = {}): Promise<TestServer> {
      const server = await openServer(yard, options)
      servers.push(server)
      return server
    },
  }
  try {
    await withTimeLimit(one.run(env))
    ending.abort()
    for (const server of servers)
      await until(() => server.isQuiet(), 'the end of all watches after the abort')
  } finally {
    ending.abort()
    for (const server of servers) await server.close()
  }
}

async function withTimeLimit(running: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`takes longer than ${CASE_MS} ms`)), CASE_MS)
  })
  await Promise.race([running, late]).finally(() => clearTimeout(timer))
}

const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error)
