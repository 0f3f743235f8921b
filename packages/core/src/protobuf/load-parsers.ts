import { NAME, NAMESPACE, RESOURCE_VERSION, UID } from '../json/identifying-members.ts'
import { planObject } from '../json/object-plan.ts'
import { wantedPaths } from '../json/wanted-paths.ts'
import { loadModule, type ProtobufModule } from './load-protobuf.ts'

/** Loads the same module for a client, which also makes rows. */
export async function loadParsers(): Promise<ProtobufModule> {
  const rows = await loadModule()
  rows.setMaker({ identifyingMembers: { NAME, NAMESPACE, RESOURCE_VERSION, UID }, planObject, wantedPaths })
  return rows
}
