import type { maskedKinds } from '@netward/contract/assistant-values'
import type { PlaceholderKind } from './placeholder.ts'

export type MaskedKind = (typeof maskedKinds)[number]

/**
 * The values behind the placeholders of a conversation: number 1 of a kind is its first value. JSON, kept with the
 * conversation. Secrets are never in it.
 */
export type MaskMemory = Partial<Record<PlaceholderKind, string[]>>

/** Values of a kind that a conversation remembers. Later ones are masked, and not put back. */
export const mostRemembered = 20_000
