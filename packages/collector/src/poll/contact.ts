import type { CredentialSet } from '../protocol.ts'
import { SnmpError } from '../snmp/agent.ts'
import { Conversation, type AgentMemory } from '../snmp/conversation.ts'
import type { Endpoint } from '../snmp/session.ts'
import { tableChangeOids, tableChangeOf } from './changes.ts'

const sysUpTime = '1.3.6.1.2.1.1.3.0'
const timeoutMs = 2000

export type Contact =
  | {
      readonly conversation: Conversation
      readonly credentialId: string
      /** Hundredths of a second; null if the agent has none. */
      readonly upTime: number | null
      /** When interfaces changed; null if the agent does not say, and over v1, where one missing object voids an answer. */
      readonly tableChange: string | null
      readonly rttMs: number
    }
  | { readonly conversation: null; readonly refused: boolean }

export interface ContactOptions {
  readonly endpoint: Endpoint
  /** In the order in which they are tried. */
  readonly credentials: readonly CredentialSet[]
  readonly memory: AgentMemory
  readonly deadline: number
  /** Of the first attempt; default 2 s. */
  readonly timeoutMs?: number
  /** Default 1. */
  readonly retries?: number
  readonly pace?: () => Promise<void>
  /** After a silent first set: whether the device is there at all, so that others are worth their time. */
  mayTryOthers(): Promise<boolean>
}

/** Asks for sysUpTime with one set after another, until one answers. */
export async function contact(options: ContactOptions): Promise<Contact> {
  let refused = false
  for (const [at, credential] of options.credentials.entries()) {
    if (at > 0 && !refused && !(await options.mayTryOthers())) break
    const conversation = new Conversation(options.endpoint, credential, options.memory, {
      timeoutMs: options.timeoutMs ?? timeoutMs,
      retries: options.retries ?? 1,
      deadline: options.deadline,
      ...(options.pace && { pace: options.pace }),
    })
    try {
      const oids = credential.version === 'v1' ? [sysUpTime] : [sysUpTime, ...tableChangeOids]
      const found = await conversation.get(oids)
      const value = found.get(sysUpTime)?.value
      const upTime = typeof value === 'number' ? value : null
      return {
        conversation,
        credentialId: credential.id,
        upTime,
        tableChange: tableChangeOf(found),
        rttMs: conversation.lastRttMs,
      }
    } catch (error) {
      conversation.close()
      if (!(error instanceof SnmpError)) throw error
      refused ||= error.fault === 'auth' || error.fault === 'refused'
    }
  }
  return { conversation: null, refused }
}
