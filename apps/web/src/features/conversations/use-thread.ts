import type { AssistantMessage, Proposal } from '@netward/contract/conversations'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from '../../lib/store.ts'
import { refreshReads } from '../../lib/use-api.ts'
import { conversationList } from './thread.ts'
import { type AskInput, ThreadReader, type ThreadState } from './thread-reader.ts'

export interface OpenThread extends ThreadState {
  readonly running: AssistantMessage | null
  readonly ask: (input: AskInput) => void
  readonly retry: (message: AssistantMessage) => void
  readonly stop: (message: AssistantMessage) => void
  readonly reload: () => void
  readonly keepMessage: (message: AssistantMessage) => void
  readonly keepProposal: (proposal: Proposal) => void
}

/** A conversation on the screen; null: a new one, which has its id once it has begun. */
export function useThread(
  conversationId: string | null,
  onBegun: (conversationId: string) => void,
): OpenThread {
  const client = useQueryClient()
  const [reader] = useState(() => new ThreadReader(conversationId !== null))
  const state = useStore(reader.state)
  useEffect(() => {
    reader.listen({ onBegun, onChanged: () => void refreshReads(client, [conversationList]) })
  }, [reader, onBegun, client])
  useEffect(() => reader.show(conversationId), [reader, conversationId])
  useEffect(() => () => reader.close(), [reader])
  return {
    ...state,
    running: state.thread.messages.findLast((message) => message.state === 'running') ?? null,
    ask: (input) => reader.ask(input),
    retry: (message) => reader.retry(message),
    stop: (message) => reader.stop(message),
    reload: () => reader.reload(),
    keepMessage: (message) => reader.keepMessage(message),
    keepProposal: (proposal) => reader.keepProposal(proposal),
  }
}
