import type { TrialRequest, TrialResult } from '../protocol.ts'
import { tcpConnect } from '../reach/tcp.ts'
import { SnmpError } from '../snmp/agent.ts'
import { newMemory } from '../snmp/conversation.ts'
import { contact } from './contact.ts'
import type { RoundContext } from './round.ts'

const longestMs = 30_000
/** Of a machine that drops ping: one of these is open, or refuses. */
const usualPorts = [443, 80, 22, 23]

/** Who is at an address: reachability, then each set of credentials, then what the device says of itself. */
export async function tryAddress(request: TrialRequest, context: RoundContext): Promise<TrialResult> {
  const { address, port, companyCode, credentials } = request
  const nothing = { credentialId: null, reading: null }
  if (!context.guard.allows(address, companyCode)) return { ...nothing, state: 'not_allowed' }
  const reached = isReachable(address, context)
  const found = await contact({
    endpoint: { address, port },
    credentials,
    memory: newMemory(),
    deadline: performance.now() + longestMs,
    ...(context.snmpTimeoutMs !== undefined && { timeoutMs: context.snmpTimeoutMs }),
    mayTryOthers: async () => true,
  })
  if (found.conversation === null) {
    const reachable = await reached
    if (found.refused) return { ...nothing, state: 'auth_failed' }
    return { ...nothing, state: reachable ? 'ping_only' : 'unreachable' }
  }
  const { conversation, credentialId } = found
  try {
    return { state: 'answered', credentialId, reading: await context.readers.readInventory(conversation) }
  } catch (error) {
    if (error instanceof SnmpError) return { state: 'answered', credentialId, reading: null }
    throw error
  } finally {
    conversation.close()
  }
}

async function isReachable(address: string, { reach }: RoundContext): Promise<boolean> {
  const times = await reach.ping(address)
  if (times?.some((time) => time !== null) === true) return true
  const connected = await Promise.all(usualPorts.map((port) => tcpConnect(address, port, 1500)))
  return connected.some((time) => time !== null)
}
