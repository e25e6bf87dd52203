import type { ModelPreset } from '@netward/contract/assistant-values'

/** What a service with the API of chat completions does in its own way. */
interface Quirk {
  /** Its newer models refuse `max_tokens`. */
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens'
  /** The header of its key, beside that of bearer tokens. */
  readonly keyHeader: 'authorization' | 'api-key'
}

const usual: Quirk = { outputLimit: 'max_tokens', keyHeader: 'authorization' }

const quirks: Partial<Record<ModelPreset, Partial<Quirk>>> = {
  openai: { outputLimit: 'max_completion_tokens' },
  azure: { outputLimit: 'max_completion_tokens', keyHeader: 'api-key' },
}

export const quirkOf = (preset: ModelPreset): Quirk => ({ ...usual, ...quirks[preset] })
