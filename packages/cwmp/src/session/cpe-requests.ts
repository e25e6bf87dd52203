import type { AcsResponse, Message } from '../messages.ts'
import type { SessionAction } from './actions.ts'

/** CPE methods accepted here (TR-069 A.3.1.1), listed by GetRPCMethods. */
export const acsMethods = ['Inform', 'GetRPCMethods', 'TransferComplete', 'AutonomousTransferComplete']

/** Answer to a gateway request other than Inform; undefined if not a request. */
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
