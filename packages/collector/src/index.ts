export { forkCollector, type CollectorEvents, type CollectorProcess } from './fork.ts'
export * from './protocol.ts'
export type * from './read/reading.ts'
export { guessDevice, vendorOfMac } from './vendor-of-mac.ts'
