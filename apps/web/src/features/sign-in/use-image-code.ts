import type { EndpointOutput } from '@netward/contract'
import { useState } from 'react'
import { api } from '../../lib/api-client.ts'
import type { ApiError } from '../../lib/api-errors.ts'
import { openMoreViews, shownMoreViews } from './more-views.ts'
import type { Form, Problems, Values } from './use-form.ts'

export type Picture = EndpointOutput<'POST /api/v1/auth/image-code'>

export interface ImageCode {
  /** Null until the server requires an image code. */
  picture: Picture | null
  renew: () => Promise<void>
  /** Used up. */
  drop: () => void
  check: (values: Values) => Problems
  sent: (values: Values) => { captchaId?: string; captchaCode?: string }
  /** Shows a new picture when the response requires one, and after the last one has been used. */
  answer: (error: ApiError, form: Form) => Promise<boolean>
}

/** The field that shows an error about the picture. */
export const imageCodeFields = { 'sign_in.image_code_wrong': 'captchaCode' } as const

/** The four digits of a picture: hidden until the server requires them. */
export function useImageCode(): ImageCode {
  const [picture, setPicture] = useState<Picture | null>(null)

  async function renew(): Promise<void> {
    const next = await api('POST /api/v1/auth/image-code', {}, { errors: 'caller' })
    await openMoreViews()
    setPicture(next)
  }

  return {
    picture,
    renew,
    drop: () => setPicture(null),
    check(values) {
      const rules = shownMoreViews()
      return picture === null || rules === null
        ? {}
        : { captchaCode: rules.imageCodeProblem(values['captchaCode'] ?? '') }
    },
    sent: (values) =>
      picture === null ? {} : { captchaId: picture.captchaId, captchaCode: values['captchaCode'] ?? '' },
    async answer(error, form) {
      const asks = error.code === 'sign_in.image_code_needed'
      // A picture is valid for one use, whatever the result of the form.
      if (!asks && picture === null) return false
      try {
        await renew()
      } catch {
        return false
      }
      const field = form.input('captchaCode')
      if (field !== null) field.value = ''
      if (!asks || picture !== null) return false
      form.refuse({}, null, 'captchaCode')
      return true
    },
  }
}
