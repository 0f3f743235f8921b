import type { Client } from '../api/client.ts'
import { type ClientVerbOptions, isWrite, mapOptions, sendsFields } from './option-client.ts'

/**
 * A client whose writes change nothing: the server only answers what would become of them (controller-runtime
 * `NewDryRunClient`). Reads are those of the given client.
 */
export const dryRunClient = (client: Client): Client =>
  mapOptions(client, verb => (isWrite(verb) ? { dryRun: true } : {}))

/** A client whose writes belong to a field manager, unless a call names its own (`WithFieldOwner`). */
export const fieldOwnerClient = (client: Client, fieldManager: string): Client =>
  mapOptions(client, (verb, own) =>
    sendsFields(verb) ? { fieldManager: own.fieldManager ?? fieldManager } : {},
  )

/**
 * A client whose writes set how the server handles unknown and duplicate fields, unless a call sets it
 * (`WithFieldValidation`). An apply is always strict, and a deletion sends no fields.
 */
export const fieldValidationClient = (
  client: Client,
  fieldValidation: NonNullable<ClientVerbOptions['fieldValidation']>,
): Client =>
  mapOptions(client, (verb, own) =>
    sendsFields(verb) && verb !== 'apply' ? { fieldValidation: own.fieldValidation ?? fieldValidation } : {},
  )
