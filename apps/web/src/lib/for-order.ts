import { useSyncExternalStore } from 'react'

/** Devices for whose open order the person works now: it holds for all that they do there, until they choose another. */
const chosen = new Map<string, string>()
const listeners = new Set<() => void>()

/** Stands for the devices of one act on several: its dialog begins without an order. */
export const severalDevices = 'several'

/** Added to the input of an act on the device. */
export function orderFor(deviceId: string): { orderId?: string } {
  const orderId = chosen.get(deviceId)
  return orderId === undefined ? {} : { orderId }
}

export function chooseOrder(deviceId: string, orderId: string | undefined): void {
  if (orderId === undefined) chosen.delete(deviceId)
  else chosen.set(deviceId, orderId)
  for (const listener of listeners) listener()
}

export function useOrderFor(deviceId: string): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen.get(deviceId),
  )
}
