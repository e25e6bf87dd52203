import { type DataModelRoot, type DiagnosticKind, diagnosticObject, timeBasedParameter } from '@netward/cwmp'
import type { Db } from '../../platform/db/transaction.ts'
import { diagnosticRepo } from './diagnostic.repo.ts'

type Support = 'yes' | 'no' | 'unknown'

export const isRoot = (root: string | null): root is DataModelRoot =>
  root === 'Device.' || root === 'InternetGatewayDevice.'

/** `no` only if everything below a common root was read and this was absent. */
async function pathSupport(db: Db, deviceId: string, path: string): Promise<Support> {
  const { known, namesRead } = await diagnosticRepo.findSupport(db, deviceId, path)
  if (known) return 'yes'
  return namesRead ? 'no' : 'unknown'
}

export function supportOf(
  db: Db,
  deviceId: string,
  root: DataModelRoot,
  kind: DiagnosticKind,
): Promise<Support> {
  return pathSupport(db, deviceId, diagnosticObject(root, kind))
}

/** Whether it supports tests by time instead of bytes. */
export async function timeSupportOf(
  db: Db,
  deviceId: string,
  root: DataModelRoot,
  kind: DiagnosticKind,
): Promise<Support> {
  const path = timeBasedParameter(root, kind)
  return path === null ? 'no' : pathSupport(db, deviceId, path)
}
