import { moduleSource } from '../emit/module-source.ts'
import type { ResourceModel } from '../model/resource-model.ts'
import { compile } from './compile.ts'

/** A model of widgets, and expressions that may or may not be widgets. */
export interface Candidates {
  readonly model: ResourceModel
  readonly expressions: readonly string[]
}

/**
 * Compiles the modules of many models at once. Returns, for each model, the expressions that have its type. Throws if a
 * module itself has an error, or if a draft of an object is no object.
 */
export async function judge(cases: readonly Candidates[]): Promise<readonly (readonly boolean[])[]> {
  const files = cases.flatMap(({ model, expressions }, index) => [
    [`case-${index}.ts`, moduleSource(model)] as const,
    [`case-${index}-use.ts`, useOf(model, index, expressions)] as const,
  ])
  const lines = await compile(Object.fromEntries(files))
  const wrong = new Set<string>()
  for (const line of lines.filter(each => /^\S/.test(each))) {
    const [, index, row] = /^case-(\d+)-use\.ts\((\d+),/.exec(line) ?? []
    if (index === undefined || Number(row) <= HEAD)
      throw new Error(lines.slice(lines.indexOf(line)).slice(0, 20).join('\n'))
    wrong.add(`${index}:${Number(row) - HEAD - 1}`)
  }
  return cases.map(({ expressions }, index) => expressions.map((_, at) => !wrong.has(`${index}:${at}`)))
}

/** The lines before the expressions. */
const HEAD = 4

const useOf = ({ kind }: ResourceModel, index: number, expressions: readonly string[]): string =>
  [
    `import type { Draft } from '@kube-informer/controller'`,
    `import type { ${kind} } from './case-${index}.ts'`,
    `declare const draft: Draft<${kind}>`,
    `export const back: ${kind} = draft`,
    ...expressions.map((text, at) => `export const value${at}: ${kind} = ${text}`),
  ].join('\n')
