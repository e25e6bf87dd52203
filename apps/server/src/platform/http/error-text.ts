import type { ErrorCode } from '@netward/contract'
import { type Language, phrase } from '@netward/phrases/server'
import type { AppError } from '../errors.ts'

/** What a text says where an error does not know better. */
const defaults: Partial<Record<ErrorCode, Readonly<Record<string, string>>>> = {
  '50001': { things: '@common.batchOf.devices' },
  '50002': { things: '@common.batchOf.devices' },
}

/** A parameter that begins with @ is the key of a phrase: the kind of a quota has a name in each language. */
export function errorText(error: Pick<AppError, 'code' | 'params'>, language: Language): string {
  const params = Object.entries({ ...defaults[error.code], ...error.params }).map(([name, value]) => [
    name,
    typeof value === 'string' && value.startsWith('@') ? phrase(language, value.slice(1)) : value,
  ])
  const key = error.code === '40027' && 'contact' in error.params ? 'common.frozenBy' : `errors.${error.code}`
  return phrase(language, key, Object.fromEntries(params))
}
