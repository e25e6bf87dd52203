import type { Recipe, ReferenceKind } from '@netward/contract/conversation-values'
import type { ConsoleProduct } from '@netward/contract/product-routes'
import { useMay } from './permissions.ts'
import { createStore } from './store.ts'
import { useProductStop } from './use-product-stop.ts'

/** What a question is about: a thing with its name here. */
export interface AskedSubject {
  readonly kind: ReferenceKind
  readonly id: string
}

/** What a button asks. The panel takes it once. */
export interface Asked {
  readonly recipe: Recipe
  readonly subject: AskedSubject | null
  /** Null: the person writes it. */
  readonly question: string | null
}

export interface AssistantPanelState {
  readonly isOpen: boolean
  /** The conversation on the screen; null: a new one. */
  readonly conversationId: string | null
  readonly asked: Asked | null
}

export const assistantPanel = createStore<AssistantPanelState>({
  isOpen: false,
  conversationId: null,
  asked: null,
})

export const toggleAssistant = () =>
  assistantPanel.update((state) => ({ ...state, isOpen: !state.isOpen, asked: null }))
export const closeAssistant = () =>
  assistantPanel.update((state) => ({ ...state, isOpen: false, asked: null }))
export const showConversation = (conversationId: string | null) =>
  assistantPanel.update((state) => ({ ...state, conversationId, asked: null }))

/** Each question of a button begins a conversation. */
export const askAssistant = (asked: Asked) =>
  assistantPanel.set({ isOpen: true, conversationId: null, asked })

const products: readonly ConsoleProduct[] = ['assistant']

/** Whether the person may ask the assistant where they are. */
export function useMayAsk(): boolean {
  const may = useMay('DMS_SERVER_ASSISTANT')
  return useProductStop(products) === null && may
}
