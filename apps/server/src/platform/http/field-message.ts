import type { PhraseKey } from '@netward/phrases/server'
import type { z } from 'zod'
import type { CallContext } from './context.ts'

/** Message about one wrong field in the caller's language. A schema may name its own phrase. */
export function fieldMessage(issue: z.core.$ZodIssue, { phrase }: Pick<CallContext, 'phrase'>): string {
  if (issue.message.startsWith('validation.')) return phrase(issue.message as PhraseKey)
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? phrase('validation.missing') : phrase('validation.format')
    case 'too_small':
      if (issue.origin === 'array') return phrase('validation.tooFewItems', { min: Number(issue.minimum) })
      if (issue.origin !== 'string') return phrase('validation.tooSmall', { min: Number(issue.minimum) })
      return Number(issue.minimum) <= 1
        ? phrase('validation.missing')
        : phrase('validation.tooShort', { min: Number(issue.minimum) })
    case 'too_big':
      if (issue.origin === 'array') return phrase('validation.tooManyItems', { max: Number(issue.maximum) })
      return phrase(issue.origin === 'string' ? 'validation.tooLong' : 'validation.tooBig', {
        max: Number(issue.maximum),
      })
    case 'invalid_value':
      return phrase('validation.notAllowed')
    case 'unrecognized_keys':
      return phrase('validation.unrecognised')
    default:
      return phrase('validation.format')
  }
}
