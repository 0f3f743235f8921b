import { parseAllDocuments } from 'yaml'

/** The values of a text's documents. */
export const parseYaml = (text: string): readonly unknown[] =>
  parseAllDocuments(text).map(document => document.toJS())
