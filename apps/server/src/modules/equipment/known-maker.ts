import { addableTypes } from '@netward/contract/device-values'
import { guessDevice } from '@netward/collector'
import type { EquipmentValues } from './stored-equipment.ts'

/**
 * Adds what a MAC address and a name say of a device: its maker and its type, where they were left open. Cash registers,
 * access controllers and cameras have no agent that could say it.
 */
export async function withKnownMaker<T extends EquipmentValues>(values: T): Promise<T> {
  if (values.driver === 'snmp' || (values.brand !== '' && values.type !== 'other')) return values
  const { vendor, type } = await guessDevice(values.macAddress ?? '', values.name)
  const known = addableTypes.find((addable) => addable === type)
  return {
    ...values,
    brand: values.brand || vendor,
    type: values.type === 'other' ? (known ?? 'other') : values.type,
  }
}
