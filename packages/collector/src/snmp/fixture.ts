import { SimulatedAgent, type AgentOptions } from '@netward/testkit'
import { afterEach } from 'vitest'
import type { CredentialSet } from '../protocol.ts'
import { Conversation, newMemory, type AgentMemory, type ConversationLimits } from './conversation.ts'

const open: { close?(): void; stop?(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) {
    one.close?.()
    one.stop?.()
  }
})

/** An agent that ends with its test. */
export async function startAgent(options: AgentOptions): Promise<SimulatedAgent> {
  const agent = await SimulatedAgent.start(options)
  open.push(agent)
  return agent
}

export const v2c: CredentialSet = { id: '1', version: 'v2c', community: 'public' }

export function converse(
  { address, port }: Pick<SimulatedAgent, 'address' | 'port'>,
  credential: CredentialSet = v2c,
  memory: AgentMemory = newMemory(),
  limits: Partial<ConversationLimits> = {},
): Conversation {
  const conversation = new Conversation({ address, port }, credential, memory, {
    timeoutMs: 150,
    retries: 2,
    deadline: performance.now() + 10_000,
    ...limits,
  })
  open.push(conversation)
  return conversation
}
