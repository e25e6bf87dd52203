export const partCategories = [
  'gateway',
  'switch',
  'router',
  'firewall',
  'wireless',
  'optical',
  'power',
  'cable',
  'printer',
  'terminal',
  'other',
] as const
export type PartCategory = (typeof partCategories)[number]

/** A place with an address, or the car of a person. */
export const warehouseKinds = ['fixed', 'car'] as const
export type WarehouseKind = (typeof warehouseKinds)[number]

export const mostPartModels = 2000
export const mostWarehouses = 500

/** Where a piece with a serial number is. */
export const partSerialStates = [
  'in_stock',
  'reserved',
  'in_use',
  'in_transit',
  'in_repair',
  'scrapped',
  'lost',
  'replaced',
] as const
export type PartSerialState = (typeof partSerialStates)[number]

/** Entries of the ledger. */
export const partMovementKinds = [
  'receive',
  'reserve',
  'free',
  'issue',
  'send',
  'leave',
  'arrive',
  'lose',
  'return',
  'scrap',
  'correct',
  'regrade',
  'to_vendor',
  'from_vendor',
  'refused',
  'replaced',
  'replacement',
] as const
export type PartMovementKind = (typeof partMovementKinds)[number]

/** What somebody does with parts in a warehouse, beside receiving them. */
export const partActs = ['return', 'scrap', 'defect', 'recover', 'correct'] as const
export type PartAct = (typeof partActs)[number]

/** Parts that are kept for an order. */
export const partReservationStates = ['reserved', 'issued', 'freed'] as const
export type PartReservationState = (typeof partReservationStates)[number]

export const partTransferStates = ['sent', 'received'] as const
export type PartTransferState = (typeof partTransferStates)[number]

/** How a return to the vendor ends. */
export const partClaimOutcomes = ['repaired', 'replaced', 'refused'] as const
export const partClaimStates = ['sent', 'answered', ...partClaimOutcomes] as const
export type PartClaimState = (typeof partClaimStates)[number]

export const partCountStates = ['running', 'confirmed', 'cancelled'] as const
export type PartCountState = (typeof partCountStates)[number]

/** Serial numbers of one act. */
export const mostSerialsAtOnce = 500
export const mostReceivedRows = 2000
