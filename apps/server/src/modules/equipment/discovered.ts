import type { RequestContext } from '../../platform/http/context.ts'
import { equipmentRepo } from './equipment.repo.ts'
import { deviceColumns, type EquipmentValues } from './stored-equipment.ts'

/**
 * Adds a device that a discovery reached, in the company of the transaction. The caller checked its outlet and its
 * credentials, and writes the audit entry. @throws the refusals of `add_equipment`
 */
export async function addDiscovered(
  { db }: Pick<RequestContext, 'db'>,
  { tags, ...values }: EquipmentValues & { readonly tags: readonly string[] },
): Promise<string> {
  const [id] = await equipmentRepo.insert({ db }, [{ ...deviceColumns(values, null), tags }])
  return id!
}
