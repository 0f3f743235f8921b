import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { tool } from '../packages/packages.ts'

/** An error of `tsc`. */
export interface TypeFault {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** What `tsc` found, and how long its process took. */
export interface TypeCheck {
  readonly faults: readonly TypeFault[]
  readonly ms: number
}

/** The strictest options that a user of generated types may have. */
const COMPILER_OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  isolatedDeclarations: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  declaration: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  target: 'es2022',
  lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  customConditions: ['@kube-informer/source'],
  types: [],
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Iterable<readonly [path: string, text: string]>): void {
  for (const [path, content] of files) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
}

/** Checks the TypeScript files of folders below `root` in one run of `tsc`. */
export async function typeCheck(root: string, folders: readonly string[]): Promise<TypeCheck> {
  const config = join(root, `tsconfig.${folders.join('-')}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: folders }))
  const started = performance.now()
  const args = [tool('tsc'), '-p', config, '--pretty', 'false']
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await text(child.stdout)
  return { faults: parseFaults(output), ms: performance.now() - started }
}

function parseFaults(output: string): readonly TypeFault[] {
  return output.split('\n').flatMap((line): TypeFault[] => {
    if (/^error TS/.test(line)) throw new Error(line)
    const [, file, at, message] = /^(.+?)\((\d+),\d+\): error (.*)$/.exec(line) ?? []
    return file && message ? [{ file, line: Number(at), message }] : []
  })
}
