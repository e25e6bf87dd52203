import type { Refusal } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'

interface Limits {
  kind: string
  min?: number | null
  max?: number | null
  maxLength?: number | null
}
/** Why a value is invalid for a field, with the allowed values. */
export function refusalWords(
  refusal: Refusal,
  { kind, min, max, maxLength }: Limits = { kind: 'text' },
): { key: PhraseKey; params: Record<string, number> } {
  switch (refusal) {
    case 'read_only':
      return { key: 'devices.parameter.readOnly', params: {} }
    case 'not_offered':
      return { key: 'devices.parameter.notOffered', params: {} }
    case 'too_small':
      return { key: 'validation.tooSmall', params: { min: min ?? 0 } }
    case 'too_big':
      return { key: 'validation.tooBig', params: { max: max ?? 4_294_967_295 } }
    case 'too_long':
      return { key: 'validation.tooLong', params: { max: maxLength ?? 256 } }
    case 'wrong_type':
      return {
        key: kind === 'number' ? 'validation.notAnInteger' : 'devices.parameter.wrongType',
        params: {},
      }
    case 'required':
      return { key: 'validation.missing', params: {} }
    case 'taken':
      return { key: 'devices.parameter.taken', params: {} }
    case 'format':
      return { key: 'validation.format', params: {} }
  }
}
