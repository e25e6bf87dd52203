export * from './message.ts'
export * from './udp-connection-request.ts'
