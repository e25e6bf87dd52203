import type { AcsResponse, Message } from '../messages.ts'
import type { SessionAction } from './actions.ts'

/** Methods that a gateway may call here (TR-069 A.3.1.1), and that GetRPCMethods lists. */
export const acsMethods = ['Inform', 'GetRPCMethods', 'TransferComplete', 'AutonomousTransferComplete']

/** Answer to a request of the gateway other than Inform; undefined when the message is none. */
export function answerRequest(
  message: Message,
): { answer: AcsResponse; actions: SessionAction[] } | undefined {
  switch (message.method) {
    case 'GetRPCMethods':
      return { answer: { method: 'GetRPCMethodsResponse', methods: acsMethods }, actions: [] }
    case 'TransferComplete':
      return {
        answer: { method: 'TransferCompleteResponse' },
        actions: [{ kind: 'transfer_complete', message }],
      }
    case 'AutonomousTransferComplete':
      return {
        answer: { method: 'AutonomousTransferCompleteResponse' },
        actions: [{ kind: 'transfer_complete', message }],
      }
    default:
      return undefined
  }
}
