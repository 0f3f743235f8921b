import { stringify } from 'yaml'
import type { CrdFile } from './crd-file.ts'

const GROUPS = 20
const FIELDS = 10

/** A definition with some two hundred fields, for a machine without the public ones. */
export function syntheticCrd(index: number): CrdFile {
  const [group, plural, kind] = ['bench.example', `things${index}`, `Thing${index}`]
  const properties = Object.fromEntries(
    Array.from({ length: GROUPS }, (_, number) => [`section${number}`, sectionSchema(number)]),
  )
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } },
          },
        },
      ],
    },
  }
  return { file: `${plural}.yaml`, source: 'synthetic', text: stringify(definition) }
}

const sectionSchema = (section: number): object => ({
  type: 'object',
  description: `What section ${section} of a thing has.`,
  required: ['field0'],
  properties: Object.fromEntries(
    Array.from({ length: FIELDS }, (_, field) => [
      `field${field}`,
      { type: field % 2 === 0 ? 'string' : 'integer', description: `Field ${field} of the section.` },
    ]),
  ),
})
