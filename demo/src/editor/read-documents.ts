import { lineAt, readYaml } from '@kube-informer/core/yaml'
import * as yaml from 'yaml'

/** The values of a text's documents, as kubectl reads them. Throws an error that names the document, if there are several, and the line. */
export function readDocuments(text: string): readonly unknown[] {
  const documents = [...readYaml(yaml, text)]
  return documents.map(({ value, problems: [problem], start }, index) => {
    if (problem === undefined) return value
    const line = `line ${lineAt(text, problem.offset ?? start)}: ${problem.message}`
    throw new Error(documents.length > 1 ? `Document ${index + 1}, ${line}` : line)
  })
}
