import type { EndpointInput, EndpointOutput } from '@netward/contract'
import { useState } from 'react'
import { api } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-errors.ts'
import { currentPrefix } from '../../../lib/prefix.ts'
import { useCountdown } from '../use-countdown.ts'
import type { Form, Problem, Problems, Values } from '../use-form.ts'
import { type ImageCode, useImageCode } from '../use-image-code.ts'
import { type Contact, contactText, sentCodeProblem } from './contact.ts'

type Sent = EndpointOutput<'POST /api/v1/auth/code'>

interface Rules {
  purpose: EndpointInput<'POST /api/v1/auth/code'>['purpose']
  /** The field with the contact, and its parser. */
  field: string
  contactIn: (values: Values) => Contact | null
  ticket?: string
}

export interface SentCode {
  imageCode: ImageCode
  busy: boolean
  /** Seconds until another code may be requested. */
  wait: number
  /** Recipient of the last one. */
  sent: { to: string; minutes: number } | null
  send: (form: Form) => Promise<void>
  check: (values: Values) => Problem | null
  fields: (values: Values) => { codeId: string; code: string }
}

/** A code sent to the contact in another field of the form. */
export function useSentCode(rules: Rules): SentCode {
  const imageCode = useImageCode()
  const again = useCountdown()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<(Sent & { to: string }) | null>(null)

  async function ask(form: Form, values: Values, contact: Contact): Promise<void> {
    const prefix = currentPrefix()
    const answer = await api(
      'POST /api/v1/auth/code',
      {
        purpose: rules.purpose,
        ...contact,
        ...(rules.ticket !== undefined && { ticket: rules.ticket }),
        ...(prefix !== '' && { prefix }),
        ...imageCode.sent(values),
      },
      { errors: 'caller' },
    )
    setSent({ ...answer, to: contactText(contact) })
    again.start(answer.resendInSeconds)
    imageCode.drop()
    form.refuse({}, null, 'code')
  }

  async function send(form: Form): Promise<void> {
    if (busy || again.seconds > 0) return
    const values = form.values()
    const contact = rules.contactIn(values)
    const problems: Problems = {
      [rules.field]: contact === null ? 'validation.phoneOrEmail' : null,
      ...imageCode.check(values),
    }
    if (contact === null || Object.values(problems).some((problem) => problem != null)) {
      form.refuse(problems)
      return
    }
    setBusy(true)
    try {
      await ask(form, values, contact)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'code.too_soon' && error.retryAfterSeconds !== null) {
        again.start(error.retryAfterSeconds)
        form.refuse({ code: { text: error.message } })
      } else if (!(error instanceof ApiError) || !(await imageCode.answer(error, form))) {
        await form.fail(error)
      }
    } finally {
      setBusy(false)
    }
  }

  return {
    imageCode,
    busy,
    wait: again.seconds,
    sent: sent === null ? null : { to: sent.to, minutes: Math.round(sent.expiresInSeconds / 60) },
    send,
    check(values) {
      const contact = rules.contactIn(values)
      const wrong = sentCodeProblem(values['code'] ?? '', contact)
      if (wrong !== null) return wrong
      // A code is valid only for the address it was sent to.
      return contact !== null && sent?.to !== contactText(contact) ? 'access.codeNotSent' : null
    },
    fields: (values) => ({ codeId: sent?.codeId ?? '', code: values['code'] ?? '' }),
  }
}
